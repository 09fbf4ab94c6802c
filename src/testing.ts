// `toolwire/testing`: the laws that every protocol keeps, for authors of protocols, in any test runner.
export type { Law, LawCase, LawOptions, LawReport, Violation } from './testing/law.ts';
export { checkLaws } from './testing/laws.ts';
