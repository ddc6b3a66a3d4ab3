import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isUnserved } from './worker/unsupported-import.ts';

/** An import that works in Deno and not in Node. */
export interface UnservedImport {
  /** Absolute path of the file in which it stands. */
  readonly file: string;
  /** As it stands there: `npm:zod@4`. */
  readonly specifier: string;
}

/**
 * Comments, strings and imports, whichever comes first, so that an import in a comment or a string
 * is none. Types are imported for the compiler alone.
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

/** What a module's source imports by names that are written out, in the order in which they stand. */
export const importsOf = (source: string): string[] =>
  [...source.matchAll(token)].flatMap(({ groups }) => groups?.['specifier'] ?? []);

const isRelative = (specifier: string): boolean => /^\.{0,2}\//.test(specifier);

/**
 * Finds what a function and the files that it is made of import by URL or from a registry. A file
 * that is not there is passed over: starting the function tells of it.
 *
 * @param entry absolute path of its index.ts
 */
export async function findUnservedImports(entry: string): Promise<UnservedImport[]> {
  const found: UnservedImport[] = [];
  const files = new Set([entry]);
  // A set goes on with what is added while it is gone through.
  for (const file of files) {
    const source = await readFile(file, 'utf8').catch(() => '');
    for (const specifier of importsOf(source)) {
      if (isUnserved(specifier)) found.push({ file, specifier });
      if (isRelative(specifier)) files.add(fileURLToPath(new URL(specifier, pathToFileURL(file))));
    }
  }
  return found;
}
