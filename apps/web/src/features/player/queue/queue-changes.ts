/** How many drops a queue holds at most. */
export const MAX_QUEUED = 200;

/** A queue as the ids of its drops, the next one first. */
type Queue = readonly string[];

/**
 * Adds a drop as the first or the last one. One that is queued already moves there.
 *
 * @returns undefined when the queue is full
 */
export function withQueued(queue: Queue, id: string, place: 'first' | 'last'): Queue | undefined {
  const others = queue.filter((each) => each !== id);
  if (others.length >= MAX_QUEUED) return undefined;
  return place === 'first' ? [id, ...others] : [...others, id];
}

/** Moves a drop by a number of places, at most to the first or the last one. */
export function withMoved(queue: Queue, id: string, by: number): Queue {
  const from = queue.indexOf(id);
  if (from === -1) return queue;
  const to = Math.min(Math.max(0, from + by), queue.length - 1);
  return queue.toSpliced(from, 1).toSpliced(to, 0, id);
}

/**
 * Takes a change of the queue back. What was played or added since stays so.
 *
 * @param before the queue before the change
 * @param after the queue after it
 * @param now the queue as it is now
 */
export function withUndone(before: Queue, after: Queue, now: Queue): Queue {
  const kept = before.filter((id) => now.includes(id) || !after.includes(id));
  const added = now.filter((id) => !before.includes(id) && !after.includes(id));
  return [...kept, ...added].slice(0, MAX_QUEUED);
}
