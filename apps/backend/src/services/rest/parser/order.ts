import type { Cursor } from './cursor.ts';
import { parseField, parseName } from './name.ts';
import type { Field, OrderTerm } from './syntax-tree.ts';

const relationAhead = /[ \t]*("(?:[^"\\]|\\[^])*"|[^"().,]+)\(/y;

function parseTarget(cursor: Cursor): { relation: string | null; field: Field } {
  const start = cursor.position;
  if (!cursor.match(relationAhead)) return { relation: null, field: parseField(cursor) };
  cursor.position = start;
  cursor.skipSpace();
  const relation = parseName(cursor);
  cursor.expect('(');
  const field = parseField(cursor);
  cursor.expect(')');
  return { relation, field };
}

function parseTerm(cursor: Cursor): OrderTerm {
  const target = parseTarget(cursor);
  const direction = cursor.take('.asc') ? 'asc' : cursor.take('.desc') ? 'desc' : null;
  const nulls = cursor.take('.nullsfirst') ? 'first' : cursor.take('.nullslast') ? 'last' : null;
  cursor.skipSpace();
  if (!cursor.atEnd && cursor.next !== ',') {
    cursor.fail(
      direction ? '"nullsfirst" or "nullslast"' : '"asc", "desc", "nullsfirst" or "nullslast"',
    );
  }
  return { ...target, direction, nulls };
}

/**
 * Parses the parameter `order`.
 * @throws {RestError} PGRST100
 */
export const parseOrder = (cursor: Cursor): OrderTerm[] => cursor.list(parseTerm);
