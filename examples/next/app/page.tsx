'use client';
// A chat that shows a call while the model is writing it.
import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport } from 'ai';
import { useState } from 'react';
import type { ChatMessage } from '../lib/chat.ts';

export default function Page() {
  const [api, setApi] = useState('/api/chat');
  const transport = new DefaultChatTransport<ChatMessage>({ api });
  const { messages, sendMessage, stop, status, error } = useChat<ChatMessage>({ id: api, transport });
  const isBusy = status === 'submitted' || status === 'streaming';
  return (
    <main>
      <label>
        Route{' '}
        <select value={api} onChange={({ target }) => setApi(target.value)}>
          <option>/api/chat</option>
          <option>/api/edge</option>
        </select>
      </label>
      {messages.map(({ id, role, parts }) => (
        <div key={id}>
          <b>{role}</b>
          {parts.map((part, index) => (
            <Part key={`${id}-${index}`} part={part} />
          ))}
        </div>
      ))}
      {error && <p role="alert">{error.message}</p>}
      <form
        action={(form) => {
          sendMessage({ text: String(form.get('text')) });
        }}
      >
        <input name="text" defaultValue="Will it rain in Paris?" aria-label="Question" />
        <button type="submit" disabled={isBusy}>
          Ask
        </button>
        <button type="button" disabled={!isBusy} onClick={stop}>
          Stop
        </button>
      </form>
    </main>
  );
}

function Part({ part }: { part: ChatMessage['parts'][number] }) {
  if (part.type === 'text') return <p>{part.text}</p>;
  if (part.type !== 'tool-get_weather') return null;
  return (
    <pre>
      get_weather({JSON.stringify(part.input)})
      {part.state === 'output-available' && ` → ${part.output.celsius} °C`}
      {part.state === 'output-error' && ` → ${part.errorText}`}
    </pre>
  );
}
