/** The Levenshtein distance of two texts. */
function editDistance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const replaced = previous[column - 1]! + (one[row - 1] === other[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, previous[column]! + 1, current[column - 1]! + 1));
    }
    previous = current;
  }
  return previous.at(-1)!;
}

/** The longest name for which a similar one is looked for: PostgreSQL's limit on names. */
const maximumName = 63;

/**
 * The most similar known name, if at most a quarter of it differs, so that names cannot be learned by
 * guessing.
 */
export function findSimilarName(name: string, known: Iterable<string>): string | null {
  if (name.length > maximumName) return null;
  let best: { name: string; distance: number } | null = null;
  for (const candidate of known) {
    const distance = editDistance(name, candidate);
    const isClose = distance <= Math.max(name.length, candidate.length) / 4;
    if (isClose && (!best || distance < best.distance)) best = { name: candidate, distance };
  }
  return best?.name ?? null;
}
