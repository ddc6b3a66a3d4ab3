/** A drop's place in a ranked list. */
export interface Candidate {
  id: string;
  authorId: string;
  key: number;
}

/** On one page. */
const DROPS_OF_AN_AUTHOR = 2;

/**
 * Chooses the drops of a page.
 *
 * @param candidates in their order
 * @param leftOut ids of drops that are left out
 * @param size how many drops a page has at most
 * @returns the chosen ids, and the last candidate that was considered, after which the next page begins
 */
export function chooseRanked(
  candidates: readonly Candidate[],
  leftOut: ReadonlySet<string>,
  size: number,
): { ids: string[]; last: Candidate | undefined } {
  const ids: string[] = [];
  const byAuthor = new Map<string, number>();
  let last: Candidate | undefined;
  for (const candidate of candidates) {
    if (ids.length === size) break;
    last = candidate;
    const count = byAuthor.get(candidate.authorId) ?? 0;
    if (count === DROPS_OF_AN_AUTHOR || leftOut.has(candidate.id)) continue;
    byAuthor.set(candidate.authorId, count + 1);
    ids.push(candidate.id);
  }
  return { ids, last };
}
