/** A string in JSON contains half of a surrogate pair, which neither UTF-8 nor PostgreSQL can store. */
export class LoneSurrogateError extends Error {
  override name = 'LoneSurrogateError';

  constructor() {
    super('The text contains a character that cannot be stored');
  }
}

/** Only an escape can write half of a surrogate pair: text decoded from UTF-8 contains none. */
const escapedSurrogate = /\\u[dD][89a-fA-F]/;

/** Whether every string and every name in a JSON value is well-formed Unicode, at any depth. */
function isWellFormed(value: unknown): boolean {
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'string' && !next.isWellFormed()) return false;
    if (typeof next !== 'object' || next === null) continue;
    for (const [key, item] of Object.entries(next)) pending.push(key, item);
  }
  return true;
}

/**
 * Parses JSON, and refuses strings that are not well-formed Unicode: `"\ud800"` is valid JSON, but
 * `encodeURIComponent` and the database fail on it.
 * @throws {SyntaxError} for text that is not JSON
 * @throws {LoneSurrogateError}
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (escapedSurrogate.test(text) && !isWellFormed(value)) throw new LoneSurrogateError();
  return value;
}
