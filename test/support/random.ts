// The law suite's generator serves all tests.
import { Random } from '../../src/testing/random.ts';

export { Random };

/** A text whole, unit by unit, at every single cut, and at 20 seeded cuts. */
export function everyCut(text: string): string[][] {
  const cuts = [[text], text.split('')];
  for (let at = 1; at < text.length; at++) cuts.push([text.slice(0, at), text.slice(at)]);
  const random = new Random(text.length);
  for (let i = 0; i < 20; i++) cuts.push(random.cut(text, 12));
  return cuts;
}
