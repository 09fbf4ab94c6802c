import type { ReactNode } from 'react';

export const metadata = { title: 'toolwire in Next' };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body style={{ font: '16px/1.5 system-ui', maxWidth: '40rem', margin: '2rem auto' }}>{children}</body>
    </html>
  );
}
