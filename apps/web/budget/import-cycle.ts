import type { Manifest } from './first-load.ts';

/**
 * Finds built files that import each other in a cycle. Which of them runs first depends on the page,
 * and its imports from the others may not be initialised yet.
 *
 * @returns the files of the first cycle found; empty when there is none
 */
export function importCycle(manifest: Manifest): string[] {
  const done = new Set<string>();

  const follow = (key: string, path: readonly string[]): string[] => {
    if (path.includes(key)) return path.slice(path.indexOf(key));
    if (done.has(key)) return [];
    for (const next of manifest[key]?.imports ?? []) {
      const cycle = follow(next, [...path, key]);
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
