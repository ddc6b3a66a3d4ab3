/** A drop's place in a ranked list. */
export interface Candidate {
  id: string;
  authorId: string;
  key: number;
}

/** How many drops of one author a page has at most. */
const DROPS_OF_AN_AUTHOR = 2;

interface Choice {
  /** The drops of the page. */
  ids: string[];
  /** Candidates moved to the next page, because their author has enough drops on this one. */
  held: Candidate[];
  /** The last candidate that was considered, after which the next page begins. */
  last: Candidate | undefined;
}

/**
 * Selects the drops of a page, at most two of an author.
 *
 * @param held candidates that the previous page has moved to this one; they come first
 * @param candidates the next candidates, in their order
 * @param hidden ids of drops that are hidden
 * @param size how many drops a page has at most
 */
export function selectPage(
  held: readonly Candidate[],
  candidates: readonly Candidate[],
  hidden: ReadonlySet<string>,
  size: number,
): Choice {
  const choice: Choice = { ids: [], held: [], last: undefined };
  const byAuthor = new Map<string, number>();
  const isFull = () => choice.ids.length === size;
  const consider = (candidate: Candidate) => {
    if (hidden.has(candidate.id)) return;
    const count = byAuthor.get(candidate.authorId) ?? 0;
    if (isFull() || count === DROPS_OF_AN_AUTHOR) {
      choice.held.push(candidate);
      return;
    }
    byAuthor.set(candidate.authorId, count + 1);
    choice.ids.push(candidate.id);
  };
  held.forEach(consider);
  for (const candidate of candidates) {
    if (isFull()) break;
    choice.last = candidate;
    consider(candidate);
  }
  return choice;
}
