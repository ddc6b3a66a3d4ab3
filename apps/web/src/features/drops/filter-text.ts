/*
 * Typed words as parts of a PostgREST filter, in which they must mean nothing
 * but themselves.
 */

/**
 * The pattern of `ilike` that finds words anywhere in a text.
 *
 * A star cannot be had: PostgREST makes `%` of every one. It stands for any one
 * character, so that what is searched for is always found.
 */
export function containing(words: string): string {
  const literal = words.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '_');
  return `%${literal}%`;
}

/** A value inside of `or` or `and`, where commas, parentheses and the like would end it. */
export function quoted(value: string): string {
  return `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
