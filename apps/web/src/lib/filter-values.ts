/** The `ilike` pattern that finds text anywhere in a value. PostgREST turns every `*` into `%`, so `_` takes the place of `*`. */
export function containsPattern(words: string): string {
  const literal = words.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '_');
  return `%${literal}%`;
}

/** Quotes a value for PostgREST's `or` or `and`, where commas and parentheses would end the value. */
export function quoteFilterValue(value: string): string {
  return `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
