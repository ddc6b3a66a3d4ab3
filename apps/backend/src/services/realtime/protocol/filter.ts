import type { RealtimeLimits } from '../limits.ts';

const operators = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'like',
  'ilike',
  'is',
  'isdistinct',
] as const;

/** Operators of hosted Supabase that are not served: regular expressions could be arbitrarily slow. */
const notServed: ReadonlySet<string> = new Set(['match', 'imatch']);

export type FilterOperator = (typeof operators)[number];

/** One condition of a binding's filter, as in `recipient_id=eq.…` or `title=not.like.a%`. */
export interface Filter {
  readonly column: string;
  readonly op: FilterOperator;
  /** For `in` an array in PostgreSQL's text form. */
  readonly value: string;
  readonly negate: boolean;
}

/** A filter or binding that cannot be parsed or is not allowed; the message is Supabase's. */
export class MalformedBindingError extends Error {
  override name = 'MalformedBindingError';
}

const refuse = (reason: string): never => {
  throw new MalformedBindingError(`Error parsing \`filter\` params: ${reason}`);
};

export type FilterLimits = Pick<
  RealtimeLimits,
  'filterLength' | 'conditionsPerFilter' | 'wildcardsPerPattern'
>;

/** Writes a list of texts in Elixir's syntax. */
const elixirList = (parts: readonly string[]): string =>
  `[${parts.map((part) => JSON.stringify(part)).join(', ')}]`;

/** Splits a filter at the commas that are not in quotes or parentheses. */
function splitConditions(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (isQuoted) {
      if (char === '\\') at += 1;
      else if (char === '"') isQuoted = false;
    } else if (char === '"' && '.(,'.includes(text[at - 1] ?? ' ')) isQuoted = true;
    else if (char === '(') depth += 1;
    else if (char === ')') depth = Math.max(0, depth - 1);
    else if (char === ',' && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

const quotedValue = /^"((?:[^"\\]|\\.)*)"$/s;

function readValue(op: FilterOperator, text: string): string {
  if (op === 'in') {
    if (!/^\(.*\)$/s.test(text)) refuse('`in` filter value must be wrapped by parentheses');
    return `{${text.slice(1, -1)}}`;
  }
  const quoted = quotedValue.exec(text)?.[1];
  return quoted === undefined ? text : quoted.replaceAll(/\\(.)/gs, '$1');
}

function readCondition(text: string): Filter {
  const condition = text.trim();
  if (condition === '') refuse('filter must not contain empty segments (check for extra commas)');
  const equals = condition.indexOf('=');
  if (equals < 0) return refuse(elixirList([condition]));
  const right = condition.slice(equals + 1);
  const negate = right.startsWith('not.');
  const operation = negate ? right.slice('not.'.length) : right;
  const dot = operation.indexOf('.');
  if (dot < 0) return refuse(elixirList([operation]));
  const name = operation.slice(0, dot);
  const value = operation.slice(dot + 1);
  if (notServed.has(name)) refuse(`the operator \`${name}\` is not served here`);
  const op = operators.find((known) => known === name) ?? refuse(elixirList([name, value]));
  return { column: condition.slice(0, equals), op, value: readValue(op, value), negate };
}

/**
 * Parses a filter: conditions separated by commas, all of which must hold. An empty text has no conditions.
 * @throws {MalformedBindingError} also for a filter beyond the limits
 */
export function parseFilter(text: string, limits: FilterLimits): Filter[] {
  const { filterLength, conditionsPerFilter, wildcardsPerPattern } = limits;
  if (text.length > filterLength) refuse('the filter is too long');
  // PostgreSQL's texts have neither NUL nor lone surrogates.
  if (text.includes('\0') || !text.isWellFormed()) refuse('the filter is not valid Unicode text');
  if (text.trim() === '') return [];
  const conditions = splitConditions(text.trim());
  if (conditions.length > conditionsPerFilter) {
    refuse(`a filter has at most ${conditionsPerFilter} conditions`);
  }
  const filters = conditions.map(readCondition);
  for (const { op, value } of filters) {
    const isPattern = op === 'like' || op === 'ilike';
    if (isPattern && value.split('%').length - 1 > wildcardsPerPattern) {
      refuse(`a pattern has at most ${wildcardsPerPattern} wildcards`);
    }
  }
  return filters;
}
