import { LRUCache } from 'lru-cache';
import { parseFailure, RestError } from '../errors.ts';
import { Cursor } from './cursor.ts';
import { parseFilter, parseLogicTree } from './filter.ts';
import { parseJsonPath, parseName, parseNames } from './name.ts';
import { parseOrder } from './order.ts';
import { parseSelect } from './select.ts';
import type {
  Condition,
  Field,
  Located,
  OrderTerm,
  RequestQuery,
  SelectItem,
  ValuePlace,
} from './syntax-tree.ts';

/** The api key, which the gateway reads. */
const keyParameter = 'apikey';

/**
 * A cache of parsed texts: a few texts make up most requests, and parsing them most of the time. A
 * tree takes some hundred bytes for each character of its text, hence the limits in characters.
 */
const parsed = <T extends object>(parse: (text: string) => T): LRUCache<string, T> =>
  new LRUCache({
    max: 500,
    maxSize: 64 * 1024,
    maxEntrySize: 8 * 1024,
    sizeCalculation: (_tree, text) => text.length + 1,
    memoMethod: parse,
  });

const selects = parsed<readonly SelectItem[]>((text) =>
  parseSelect(new Cursor(text, 'select parameter')),
);
const orders = parsed<readonly OrderTerm[]>((text) => parseOrder(new Cursor(text, 'order')));

const integer = /^\s*[+-]?\d+\s*$/;

const lastPart = (key: string): string => key.slice(key.lastIndexOf('.') + 1);

/** Parses the path to a field, as in `author.links->>home`. */
function parseFieldPath(key: string): Located<Field> {
  const cursor = new Cursor(key, 'tree path');
  const path = [parseName(cursor)];
  while (cursor.take('.')) path.push(parseName(cursor));
  const steps = parseJsonPath(cursor);
  cursor.expectEnd();
  return { path: path.slice(0, -1), item: { name: path.at(-1)!, path: steps } };
}

/** Parses the path before `order`, `limit` and `offset`. */
const parsePrefix = (key: string): readonly string[] =>
  key.includes('.') ? parseFieldPath(key).path : [];

/** Parses the path before `and` and `or`, which may contain `not` besides names. */
function parseLogicPrefix(key: string): { path: string[]; connective: string } {
  if (!key.includes('.')) return { path: [], connective: key };
  const cursor = new Cursor(key, 'logic path');
  const parts = [parseName(cursor)];
  while (cursor.take('.')) parts.push(parseName(cursor));
  cursor.expectEnd();
  const connective = parts.pop()!;
  const path = parts.filter((part) => part !== 'not');
  return { path, connective: path.length < parts.length ? `not.${connective}` : connective };
}

/** Parses the parameters of one query string. */
class QueryParser {
  select: readonly SelectItem[] = [];
  readonly conditions: Located<Condition>[] = [];
  readonly orders: Located<readonly OrderTerm[]>[] = [];
  readonly limits: Located<number>[] = [];
  readonly offsets: Located<number>[] = [];
  columns: readonly string[] | null = null;
  onConflict: readonly string[] | null = null;
  readonly arguments = new Map<string, ValuePlace>();
  readonly values: string[] = [];
  shape = '';
  readonly #takesArguments: boolean;
  readonly #seen = new Set<string>();

  constructor(takesArguments: boolean) {
    this.#takesArguments = takesArguments;
  }

  add(key: string, value: string): void {
    if (key === keyParameter) return;
    if (key.includes('\0') || value.includes('\0')) {
      throw parseFailure('failed to parse query string', 0, 'unexpected "\\0"');
    }
    const shape = this.#addParameter(key, value);
    if (shape !== null) this.shape += `${key}\0=${shape}\0&`;
  }

  /** @returns the value's part of the query's shape, or null for a repeated one that is ignored */
  #addParameter(key: string, value: string): string | null {
    if (key === 'select' || key === 'columns' || key === 'on_conflict') {
      return this.#addList(key, value);
    }
    switch (lastPart(key)) {
      case 'order': {
        const item = orders.memo(value);
        this.orders.push({ path: parsePrefix(key), item });
        return value;
      }
      case 'limit':
        return this.#addRange(this.limits, key, value);
      case 'offset':
        return this.#addRange(this.offsets, key, value);
      case 'and':
      case 'or':
        return this.#addLogicTree(key, value);
      default:
        return this.#addFilter(key, value);
    }
  }

  /** Of several parameters of the same name the first one counts. */
  #addList(key: 'select' | 'columns' | 'on_conflict', value: string): string | null {
    if (this.#seen.has(key)) return null;
    this.#seen.add(key);
    if (key === 'select') {
      this.select = selects.memo(value);
    } else {
      const names = parseNames(new Cursor(value, `${key} parameter`));
      if (key === 'columns') this.columns = names;
      else this.onConflict = names;
    }
    return value;
  }

  /** As in PostgREST, a value that is no number is ignored. */
  #addRange(ranges: Located<number>[], key: string, value: string): string | null {
    if (!integer.test(value)) return null;
    const item = Math.min(Number(value), Number.MAX_SAFE_INTEGER);
    const path = parsePrefix(key);
    ranges.push({ path, item });
    // The root's offset is a parameter of the statement, so that all pages share a plan.
    return ranges === this.offsets && path.length === 0 ? '' : String(item);
  }

  #addLogicTree(key: string, value: string): string {
    const { path, connective } = parseLogicPrefix(key);
    const cursor = new Cursor(connective + value, 'logic tree', this.values);
    this.conditions.push({ path, item: parseLogicTree(cursor) });
    return cursor.shape;
  }

  #addFilter(key: string, value: string): string {
    const { path, item: field } = parseFieldPath(key);
    const cursor = new Cursor(value, 'filter', this.values);
    const before = this.values.length;
    try {
      this.conditions.push({ path, item: parseFilter(field, cursor) });
      return cursor.shape;
    } catch (error) {
      const isNoFilter = error instanceof RestError && error.code === 'PGRST100';
      if (!this.#takesArguments || !isNoFilter) throw error;
      this.values.length = before;
      this.arguments.set(key, this.values.push(value) - 1);
      return '';
    }
  }
}

/**
 * Parses a query string in PostgREST's grammar.
 *
 * @param search the query string without its `?`
 * @param takesArguments whether a parameter without an operator is an argument of the called
 *   function rather than an error
 * @throws {RestError} PGRST100 for invalid syntax, PGRST123 and PGRST127 for unsupported features
 */
export function parseQuery(search: string, takesArguments = false): RequestQuery {
  const parser = new QueryParser(takesArguments);
  for (const [key, value] of new URLSearchParams(search)) parser.add(key, value);
  return parser;
}
