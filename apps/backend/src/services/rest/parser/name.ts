import type { Cursor } from './cursor.ts';
import type { Field, JsonStep } from './syntax-tree.ts';

const quoted = /"((?:[^"\\]|\\[^])*)"/y;
/** A name without quotes, in which a dash is allowed unless it begins an arrow. */
const bareName = /[\p{L}\p{N}_ $]+(?:-(?!>)[\p{L}\p{N}_ $]+)*/uy;
const bareKey = /[^(\-:.,>)]+(?:-(?!>)[^(\-:.,>)]+)*/y;
const index = /[+-]?\d+(?=->|::|[.,)]|$)/y;
const castName = /[\p{L}\p{N}_ $]+/uy;

/** Takes a text in double quotes, in which a backslash escapes the next character. */
export function takeQuoted(cursor: Cursor): string | null {
  const found = cursor.match(quoted);
  return found && found[1]!.replace(/\\([^])/g, '$1');
}

const withoutSpace = (name: string): string =>
  name.includes(' ')
    ? name
        .split('-')
        .map((part) => part.trim())
        .join('-')
    : name;

export function takeName(cursor: Cursor): string | null {
  const inQuotes = takeQuoted(cursor);
  if (inQuotes !== null) return inQuotes;
  const found = cursor.match(bareName);
  return found && withoutSpace(found[0]);
}

/** @throws {RestError} PGRST100 when no name follows */
export const parseName = (cursor: Cursor): string =>
  takeName(cursor) ?? cursor.fail('field name (* or [a..z0..9_$])');

/** Parses the path into a JSON value after a column's name; often empty. */
export function parseJsonPath(cursor: Cursor): JsonStep[] {
  const steps: JsonStep[] = [];
  for (;;) {
    const arrow = cursor.take('->>') ? '->>' : cursor.take('->') ? '->' : null;
    if (!arrow) return steps;
    const place = cursor.match(index);
    if (place) {
      steps.push({ arrow, key: place[0], isIndex: true });
      continue;
    }
    const inQuotes = takeQuoted(cursor);
    const key = inQuotes ?? cursor.match(bareKey)?.[0];
    if (key === undefined) cursor.fail('any non reserved character different from: .,>()');
    steps.push({ arrow, key: inQuotes ?? withoutSpace(key), isIndex: false });
  }
}

export function parseField(cursor: Cursor): Field {
  cursor.skipSpace();
  const field = { name: parseName(cursor), path: parseJsonPath(cursor) };
  cursor.skipSpace();
  return field;
}

/** Parses the name of a type after `::`. */
export function parseCast(cursor: Cursor): string {
  const found = cursor.match(castName);
  return found ? found[0].trim() : cursor.fail('letter or digit');
}

/** Parses names separated by commas. */
export function parseNames(cursor: Cursor): string[] {
  const names = [parseName(cursor)];
  for (;;) {
    cursor.skipSpace();
    if (!cursor.take(',')) break;
    cursor.skipSpace();
    names.push(parseName(cursor));
  }
  cursor.expectEnd();
  return names;
}
