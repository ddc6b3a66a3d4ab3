import { aggregates, notSupported } from '../errors.ts';
import type { Cursor } from './cursor.ts';
import { parseCast, parseJsonPath, parseName, takeName } from './name.ts';
import type { SelectEmbed, SelectItem } from './syntax-tree.ts';

const aggregate = /\.(?:sum|avg|count|max|min)\(\)/y;

/** How many columns and embeds may be selected at one level; PostgreSQL's limit is 1664. */
const maximumItems = 1000;

/** Takes a name before a single colon. */
function takeAlias(cursor: Cursor): string | null {
  const start = cursor.position;
  const name = takeName(cursor);
  if (name !== null && cursor.next === ':' && !cursor.follows('::')) {
    cursor.position += 1;
    return name;
  }
  cursor.position = start;
  return null;
}

/** Parses what follows the name of an embed: `!hint`, and `!inner` or `!left`. */
function parseEmbedParameters(cursor: Cursor): Pick<SelectEmbed, 'hint' | 'join'> {
  let hint: string | null = null;
  let join: SelectEmbed['join'] = null;
  for (let count = 0; count < 2 && cursor.take('!'); count += 1) {
    const parameter = parseName(cursor);
    if (parameter === 'inner' || parameter === 'left') join ??= parameter;
    else hint ??= parameter;
  }
  return { hint, join };
}

function parseEmbed(cursor: Cursor, name: string, alias: string | null): SelectEmbed {
  const parameters = parseEmbedParameters(cursor);
  cursor.expect('(');
  const select = cursor.nested(() => parseItems(cursor));
  cursor.expect(')');
  cursor.skipSpace();
  return { kind: 'embed', name, alias, ...parameters, select };
}

function parseItem(cursor: Cursor): SelectItem {
  cursor.skipSpace();
  if (cursor.follows('...')) throw notSupported('Spread embeds are');
  if (cursor.take('*')) {
    cursor.skipSpace();
    if (!cursor.atSeparator) cursor.fail('")", "," or end of input');
    return { kind: 'column', field: { name: '*', path: [] }, alias: null, cast: null };
  }
  const alias = takeAlias(cursor);
  const name = parseName(cursor);
  if (name === 'count' && cursor.follows('()')) throw aggregates();
  if (cursor.next === '!' || cursor.next === '(') return parseEmbed(cursor, name, alias);

  const path = parseJsonPath(cursor);
  cursor.skipSpace();
  const cast = cursor.take('::') ? parseCast(cursor) : null;
  if (cursor.match(aggregate)) throw aggregates();
  if (!cursor.atSeparator) {
    cursor.fail('letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input');
  }
  return { kind: 'column', field: { name, path }, alias, cast };
}

function parseItems(cursor: Cursor): SelectItem[] {
  const items: SelectItem[] = [];
  if (cursor.atSeparator && cursor.next !== ',') return items;
  do items.push(parseItem(cursor));
  while (items.length <= maximumItems && cursor.take(','));
  if (items.length > maximumItems) cursor.fail(`at most ${maximumItems} items`);
  return items;
}

/**
 * Parses the parameter `select`.
 * @throws {RestError} PGRST100; PGRST123 and PGRST127 for aggregates and spreads
 */
export function parseSelect(cursor: Cursor): SelectItem[] {
  const items = parseItems(cursor);
  cursor.expectEnd();
  return items;
}
