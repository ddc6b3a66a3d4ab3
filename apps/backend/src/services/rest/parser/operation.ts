import { notSupported } from '../errors.ts';
import type { Cursor } from './cursor.ts';
import { takeQuoted } from './name.ts';
import {
  comparisons,
  isComparison,
  isIsOperand,
  isQuantifier,
  refusedOperators,
  type IsOperand,
} from '../operators.ts';
import type { Operation } from './syntax-tree.ts';

const operator = /([a-z]+)(?:\((any|all)\))?\./y;
/** Full-text operators take a language where others take a quantifier. */
const fullText = /(?:fts|plfts|phfts|wfts)\([^)]*\)\./y;
const operand = /null|not_null|true|false|unknown/iy;
const untilSeparator = /[^,)]*/y;

/** Reads a value: all of a plain parameter, or in a logic tree what precedes `,` or `)`. */
export type ReadValue = (cursor: Cursor) => string;

const asArray = (elements: readonly string[]): string =>
  `{${elements.map((element) => `"${element.replace(/["\\]/g, String.raw`\$&`)}"`).join(',')}}`;

/** Reads a value that is quoted, or plain up to `,` or `)`. */
export function takeElement(cursor: Cursor): string {
  const start = cursor.position;
  const inQuotes = takeQuoted(cursor);
  if (inQuotes !== null && cursor.atSeparator) return inQuotes;
  cursor.position = start;
  return cursor.match(untilSeparator)![0];
}

function parseList(cursor: Cursor): string {
  cursor.skipSpace();
  cursor.expect('(');
  cursor.skipSpace();
  const elements = cursor.list(takeElement);
  cursor.expect(')');
  cursor.skipSpace();
  return elements.length === 1 && elements[0] === '' ? '{}' : asArray(elements);
}

function parseIsOperand(cursor: Cursor): IsOperand {
  const found = cursor.match(operand)?.[0].toLowerCase();
  return found !== undefined && isIsOperand(found)
    ? found
    : cursor.fail('isVal: (null, not_null, true, false, unknown)');
}

/**
 * Parses an operator and its operand: `eq.5`, `not.in.(1,2)`, `is.null`.
 * @throws {RestError} PGRST100; PGRST127 for operators that are not served
 */
export function parseOperation(
  cursor: Cursor,
  readValue: ReadValue,
): { isNegated: boolean; operation: Operation } {
  const isNegated = cursor.take('not.');
  const start = cursor.position;
  if (cursor.match(fullText)) throw notSupported('Full-text operators are');
  const [, name = '', given] = cursor.match(operator) ?? [];
  if (refusedOperators.has(name)) throw notSupported(`The operator '${name}' is`);
  const quantifier = isQuantifier(given) ? given : null;

  const valueStart = cursor.position;
  if (name === 'is' && quantifier === null) {
    return { isNegated, operation: { operator: 'is', operand: parseIsOperand(cursor) } };
  }
  if (name === 'in' && quantifier === null) {
    const value = cursor.value(valueStart, parseList(cursor));
    return { isNegated, operation: { operator: 'in', value } };
  }
  if (isComparison(name) && (quantifier === null || comparisons[name].takesQuantifier)) {
    const text = readValue(cursor);
    const meaning = comparisons[name].takesPattern ? text.replaceAll('*', '%') : text;
    const value = cursor.value(valueStart, meaning);
    return { isNegated, operation: { operator: name, quantifier, value } };
  }
  cursor.position = start;
  return cursor.fail('"not" or operator (eq, gt, ...)');
}
