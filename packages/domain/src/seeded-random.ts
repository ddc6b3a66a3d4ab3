/**
 * Returns a function that yields numbers in [0, 1), always the same ones for the same text: an FNV-like hash of
 * the text, then the linear congruential generator of Numerical Recipes, section 7.1.
 */
export function seededRandom(text: string): () => number {
  let state = 0;
  for (const letter of text) {
    state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193) + 1;
  }
  return () => {
    state = Math.imul(state, 1_664_525) + 1_013_904_223;
    return (state >>> 0) / 2 ** 32;
  };
}
