import type { Plugin, Rolldown } from 'vite';

/**
 * Fails the build when chunks import each other in a circle: what one of them makes as it begins
 * may then need what the other has not made yet, and a page breaks that no test of the sources can.
 */
export function noChunkCircles(): Plugin {
  return {
    name: 'no-chunk-circles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const circle = findCircle(
        new Map(chunks.map(({ fileName, imports }) => [fileName, imports])),
      );
      if (circle) this.error(`Chunks import each other in a circle: ${circle.join(' → ')}`);
    },
  };
}

/** @param imports the files that each file imports */
export function findCircle(
  imports: ReadonlyMap<string, Rolldown.OutputChunk['imports']>,
): string[] | null {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return null;
    done.add(file);
    for (const imported of imports.get(file) ?? []) {
      const circle = visit(imported, [...path, file]);
      if (circle) return circle;
    }
    return null;
  };
  for (const file of imports.keys()) {
    const circle = visit(file, []);
    if (circle) return circle;
  }
  return null;
}
