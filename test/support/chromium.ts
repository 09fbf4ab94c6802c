// How tests start Chromium: the browser comes inside an npm package, so nothing is downloaded.
import chromium from '@sparticuz/chromium';
import type { LaunchOptions } from 'playwright';

export const launchOptions: LaunchOptions = {
  executablePath: await chromium.executablePath(),
  args: chromium.args,
  headless: true,
};
