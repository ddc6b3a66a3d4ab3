/** A generator of numbers in [0, 1), deterministic for a seed (mulberry32). */
export type Random = () => number;

/** @param seed any text */
export function randomFor(seed: string): Random {
  let state = 0;
  for (const character of seed) state = Math.imul(state ^ character.charCodeAt(0), 0x01000193) + 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** An item of the list, uniformly distributed. */
export function pick<Item>(random: Random, list: readonly [Item, ...Item[]]): Item {
  return list[Math.floor(random() * list.length)] ?? list[0];
}
