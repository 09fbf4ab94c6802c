// The law suite: reads every text in many ways and reports where a law does not hold.
import type { ToolCallProtocol } from '../protocols/protocol.ts';
import type { Law, LawCase, LawOptions, LawReport, Violation } from './law.ts';
import { findLoss } from './losses.ts';
import { Random } from './random.ts';
import {
  findFramingFault,
  findInputFault,
  linesOf,
  type Reading,
  readStream,
  readWhole,
} from './readings.ts';

/**
 * Checks the laws on a protocol: no violation means that all of them hold for these texts.
 *
 * @example
 * const { violations } = await checkLaws(myProtocol(), [{ text: 'Hi. <call>ping</call>', tools: [{ name: 'ping' }] }]);
 * expect(violations).toEqual([]);
 */
export async function checkLaws(
  protocol: ToolCallProtocol,
  cases: readonly LawCase[],
  options: LawOptions = {},
): Promise<LawReport> {
  const report: LawReport = { cases: 0, readings: 0, violations: [] };
  for (const lawCase of cases) {
    const check = new CaseCheck(protocol, lawCase, options, report);
    await check.run();
    report.cases++;
  }
  return report;
}

/** A way to cut a text. */
type Way = readonly [way: string, deltas: readonly string[]];

class CaseCheck {
  readonly #protocol: ToolCallProtocol;
  readonly #case: LawCase;
  readonly #options: LawOptions;
  readonly #report: LawReport;
  readonly #broken = new Set<Law>();

  constructor(protocol: ToolCallProtocol, lawCase: LawCase, options: LawOptions, report: LawReport) {
    this.#protocol = protocol;
    this.#case = lawCase;
    this.#options = options;
    this.#report = report;
  }

  async run(): Promise<void> {
    const names = Object.getOwnPropertyNames(Object.prototype).join();
    const generated = await this.#read('generate', () => this.#readWhole());
    let expected: string | undefined;
    for (const [way, deltas] of this.#ways()) {
      const reading = await this.#read(way, () => readStream(this.#protocol, this.#case, deltas));
      if (!reading) continue;
      const lines = linesOf(reading.parts).join('\n');
      expected ??= lines;
      if (lines !== expected) this.#violate('cuts-do-not-matter', way, `${lines}\ninstead of\n${expected}`);
      this.#violate('deltas-are-input', way, findInputFault(reading));
      this.#violate('framing', way, findFramingFault(reading.parts));
      this.#checkCount(way, deltas);
    }
    const whole = generated && linesOf(generated.parts).join('\n');
    if (whole !== undefined && expected !== undefined && whole !== expected)
      this.#violate('stream-is-generate', 'generate', `${whole}\ninstead of\n${expected}`);
    await this.#checkSame();
    if (Object.getOwnPropertyNames(Object.prototype).join() !== names)
      this.#violate('harmless', 'all', 'Object.prototype has changed');
  }

  /** Reads the whole text, and finds what of it was lost. */
  #readWhole(): Reading {
    const reading = readWhole(this.#protocol, this.#case);
    const segments = this.#protocol.extractToolCallSegments?.(this.#case);
    if (segments)
      this.#violate(
        'nothing-lost',
        'generate',
        findLoss(this.#case.text, reading.parts, segments, this.#options),
      );
    return reading;
  }

  async #read(way: string, read: () => Reading | Promise<Reading>): Promise<Reading | undefined> {
    this.#report.readings++;
    try {
      return await read();
    } catch (error) {
      this.#violate('harmless', way, String(error));
      return undefined;
    }
  }

  /** The same deltas twice. */
  async #checkSame(): Promise<void> {
    const deltas = new Random(this.#options.seed ?? 1).cut(this.#case.text, 7);
    const read = () => readStream(this.#protocol, this.#case, deltas);
    const [one, other] = [await this.#read('twice', read), await this.#read('twice', read)];
    if (one && other && JSON.stringify(one) !== JSON.stringify(other))
      this.#violate('deterministic', 'twice', JSON.stringify([one.parts, other.parts]));
  }

  #checkCount(way: string, deltas: readonly string[]): void {
    const units = this.#options.unitsScanned?.(deltas, this.#case) ?? 0;
    const most = 2 * this.#case.text.length;
    if (units > most) this.#violate('linear', way, `${units} units read of ${this.#case.text.length}`);
  }

  *#ways(): Generator<Way> {
    const { text } = this.#case;
    const { shortText = 200, seededCuts = 20, seed = 1 } = this.#options;
    yield ['whole', [text]];
    yield ['unit by unit', text.split('')];
    const single = text.length <= shortText ? text.length : 0;
    for (let at = 1; at < single; at++) yield [`cut at ${at}`, [text.slice(0, at), text.slice(at)]];
    const random = new Random(seed);
    for (let i = 0; i < seededCuts; i++) yield [`seeded cut ${i}`, random.cut(text, 1 << (2 + (i % 7)))];
  }

  /** Notes that a law does not hold; once per text is enough. */
  #violate(law: Law, way: string, found: string | undefined): void {
    if (found === undefined || this.#broken.has(law)) return;
    this.#broken.add(law);
    const violation: Violation = { law, way, text: this.#case.text, found };
    this.#report.violations.push(violation);
  }
}
