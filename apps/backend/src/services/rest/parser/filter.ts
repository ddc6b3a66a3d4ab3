import type { Cursor } from './cursor.ts';
import { parseField } from './name.ts';
import { parseOperation, takeElement } from './operation.ts';
import type { Condition, Field, Filter, Group } from './syntax-tree.ts';

const rest = /[^]*/y;
const braces = /\{[^{}]*\}/y;
const groupStart = /[ \t]*(not\.)?(and|or)[ \t]*\([ \t]*/y;

const readWholeValue = (cursor: Cursor): string => cursor.match(rest)![0];

/** Reads a value in a logic tree: quoted, an array in braces, or plain up to `,` or `)`. */
function readTreeValue(cursor: Cursor): string {
  const start = cursor.position;
  const array = cursor.match(braces);
  if (array && cursor.atSeparator) return array[0];
  cursor.position = start;
  return takeElement(cursor);
}

/** Parses the text of a parameter such as `title=eq.Hello`, whose key is the field. */
export function parseFilter(field: Field, cursor: Cursor): Filter {
  const parsed = parseOperation(cursor, readWholeValue);
  cursor.expectEnd();
  return { kind: 'filter', field, ...parsed };
}

function takeGroup(cursor: Cursor): Group | null {
  const start = cursor.match(groupStart);
  if (!start) return null;
  const conditions = cursor.nested(() => cursor.list(parseCondition));
  cursor.skipSpace();
  cursor.expect(')');
  cursor.skipSpace();
  return {
    kind: 'group',
    connective: start[2] === 'and' ? 'and' : 'or',
    isNegated: start[1] !== undefined,
    conditions,
  };
}

function parseCondition(cursor: Cursor): Condition {
  const group = takeGroup(cursor);
  if (group) return group;
  const field = parseField(cursor);
  cursor.expect('.', 'delimiter (.)');
  return { kind: 'filter', field, ...parseOperation(cursor, readTreeValue) };
}

/**
 * Parses a logic tree with its connective in front: `or(a.eq.1,not.and(b.gt.2,c.is.null))`.
 * @throws {RestError} PGRST100
 */
export function parseLogicTree(cursor: Cursor): Group {
  const group = takeGroup(cursor) ?? cursor.fail('"("');
  cursor.expectEnd();
  return group;
}
