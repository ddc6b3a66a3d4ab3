/** A text in JSON holds half of a surrogate pair, which neither UTF-8 nor PostgreSQL can hold. */
export class LoneSurrogateError extends Error {
  override name = 'LoneSurrogateError';

  constructor() {
    super('The text holds a character that cannot be stored');
  }
}

/** JSON says it in an escape alone: what was read as UTF-8 holds none as it is. */
const escapedSurrogate = /\\u[dD][89a-fA-F]/;

/** Whether every text and every name in a JSON value is Unicode. Takes any depth. */
function isWellFormed(value: unknown): boolean {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'string' && !next.isWellFormed()) return false;
    if (typeof next !== 'object' || next === null) continue;
    for (const [key, item] of Object.entries(next)) left.push(key, item);
  }
  return true;
}

/**
 * Reads JSON that is Unicode throughout: `"\ud800"` is JSON by its grammar, but nothing that is
 * done with such a text is sure to work, from `encodeURIComponent` to the database.
 * @throws {SyntaxError} for what is no JSON
 * @throws {LoneSurrogateError}
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (escapedSurrogate.test(text) && !isWellFormed(value)) throw new LoneSurrogateError();
  return value;
}
