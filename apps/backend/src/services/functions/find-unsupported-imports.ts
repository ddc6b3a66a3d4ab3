import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isUnsupported } from './worker/unsupported-import.ts';

/** An import that works in Deno and not in Node. */
export interface UnsupportedImport {
  /** Absolute path of the importing file. */
  readonly file: string;
  /** The specifier in the source, for example `npm:zod@4`. */
  readonly specifier: string;
}

/**
 * Matches comments, strings and imports, so that imports within comments and strings are not found.
 * Type imports are not found either.
 */
const token = new RegExp(
  [
    String.raw`\/\/[^\n]*|\/\*[\s\S]*?\*\/|${'`'}(?:\\[\s\S]|[^\\${'`'}])*${'`'}`,
    // import 'x', import('x'), import … from 'x', export … from 'x'
    String.raw`\b(?:import|export)\b(?!\s+type\b)(?:[\s(]*|[^'"${'`'};=()]*?\bfrom\s*)(['"])(?<specifier>[^'"\n]+)\1`,
    String.raw`'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"`,
  ].join('|'),
  'g',
);

/** The specifiers of a module's static imports and literal dynamic imports, in order. */
export const importsOf = (source: string): string[] =>
  [...source.matchAll(token)].flatMap(({ groups }) => groups?.['specifier'] ?? []);

const isRelative = (specifier: string): boolean => /^\.{0,2}\//.test(specifier);

/**
 * Finds the imports by URL or from a registry in a function and the files that it imports. Missing
 * files are skipped, since starting the function reports them.
 *
 * @param entry absolute path of its index.ts
 */
export async function findUnsupportedImports(entry: string): Promise<UnsupportedImport[]> {
  const found: UnsupportedImport[] = [];
  const files = new Set([entry]);
  // Iterating over a set includes elements that are added meanwhile.
  for (const file of files) {
    const source = await readFile(file, 'utf8').catch(() => '');
    for (const specifier of importsOf(source)) {
      if (isUnsupported(specifier)) found.push({ file, specifier });
      if (isRelative(specifier)) files.add(fileURLToPath(new URL(specifier, pathToFileURL(file))));
    }
  }
  return found;
}
