import { OperatorError } from '../lib/operator-error.ts';

/** What the database records about an SQL file that was applied to it. */
export interface AppliedFile {
  readonly version: string;
  /** The file's text: whole, or one statement an element, as the Supabase CLI splits it. Null if unknown. */
  readonly statements: readonly string[] | null;
}

/** An SQL file of this program or of its project. */
export interface SourceFile {
  readonly version: string;
  readonly source: string;
}

const afterSeparators = (source: string, position: number): number =>
  position + (/^[\s;]*/.exec(source.slice(position))?.[0].length ?? 0);

/** Whether a file consists of these statements in this order, with only white space and semicolons between them. */
function consistsOf(source: string, statements: readonly string[]): boolean {
  let position = 0;
  for (const statement of statements.map((text) => text.trim())) {
    position = afterSeparators(source, position);
    if (!source.startsWith(statement, position)) return false;
    position += statement.length;
  }
  return afterSeparators(source, position) === source.length;
}

/** What the operator of a database can do that this program does not continue. */
export const WHAT_TO_DO =
  'data folders made before release 0.2.0 cannot be kept: start with an empty DATA_DIR (or an empty database), or start the program that made this one';

/**
 * Compares the files that were applied to a database with those that there are now.
 *
 * @param kind what the files are called in the message, e.g. `migration`
 * @param applied in the order of their versions
 * @param files in the order of their versions
 * @throws {OperatorError} naming the first version that is unknown or has changed
 */
export function checkAppliedFiles(
  kind: string,
  applied: readonly AppliedFile[],
  files: readonly SourceFile[],
): void {
  const sources = new Map(files.map(({ version, source }) => [version, source]));
  const latest = files.at(-1)?.version ?? '';
  for (const { version, statements } of applied) {
    const source = sources.get(version);
    let difference: string | undefined;
    if (source === undefined) {
      difference = version > latest ? 'is newer than this program' : 'is unknown to this program';
    } else if (statements && !consistsOf(source, statements)) {
      difference = 'differs from the file of that version';
    }
    if (difference) {
      throw new OperatorError(
        `The database was made with the ${kind} ${version}, which ${difference}; ${WHAT_TO_DO}.`,
      );
    }
  }
}
