import type { Manifest } from './first-load.ts';

/**
 * Files that import each other in a circle. Which of them runs first depends on
 * the page that one comes by, and what it takes from the others is not there yet.
 *
 * @returns the files of the first circle that is found, none where there is no circle
 */
export function importCycle(manifest: Manifest): string[] {
  const done = new Set<string>();

  const follow = (key: string, way: readonly string[]): string[] => {
    if (way.includes(key)) return way.slice(way.indexOf(key));
    if (done.has(key)) return [];
    for (const next of manifest[key]?.imports ?? []) {
      const cycle = follow(next, [...way, key]);
      if (cycle.length > 0) return cycle;
    }
    done.add(key);
    return [];
  };

  for (const key of Object.keys(manifest)) {
    const cycle = follow(key, []);
    if (cycle.length > 0) return cycle.map((each) => manifest[each]?.file ?? each);
  }
  return [];
}
