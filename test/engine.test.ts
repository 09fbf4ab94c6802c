// Which engine runs where the tests run; `test/node/engine-hosts.test.ts` has the hosts that refuse.
import { engine } from 'toolwire';
import { expect, test } from 'vitest';

test('WASM is active here, with no set-up', () => {
  expect(engine()).toEqual({ name: 'wasm', why: expect.stringMatching(/^compiled from|^imported as/) });
});
