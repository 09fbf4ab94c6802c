// A call's input: JSON text in answers, any value in a conversation's history.

/** The input as a value. `isValid` is false for text that is no JSON, which then is the value. */
export function readInput(input: unknown): { value: unknown; isValid: boolean } {
  if (typeof input !== 'string') return { value: input ?? {}, isValid: true };
  if (input === '') return { value: {}, isValid: true }; // as the AI SDK takes it
  try {
    return { value: JSON.parse(input), isValid: true };
  } catch {
    return { value: input, isValid: false };
  }
}
