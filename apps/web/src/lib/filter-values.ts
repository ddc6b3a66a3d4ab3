/** The pattern of `ilike` that finds words anywhere in a text. PostgREST makes `%` of every `*`, which therefore stands for any one character. */
export function containsPattern(words: string): string {
  const literal = words.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '_');
  return `%${literal}%`;
}

/** A value inside PostgREST's `or` or `and`, quoted so that its commas and parentheses do not end it. */
export function quoteFilterValue(value: string): string {
  return `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
