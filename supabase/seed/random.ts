/** Numbers from 0 to 1, 1 left out, always the same for the same seed (mulberry32). */
export type Random = () => number;

/** @param seed any text: who or what the numbers are for */
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

/** One of the list, each as likely as the others. */
export function pick<Item>(random: Random, list: readonly [Item, ...Item[]]): Item {
  return list[Math.floor(random() * list.length)] ?? list[0];
}
