import { describe, expect, it } from 'vitest';
import { RestError } from '../errors.ts';
import { Cursor } from './cursor.ts';
import { parseSelect } from './select.ts';
import type { SelectColumn, SelectEmbed } from './syntax-tree.ts';

const parse = (text: string) => parseSelect(new Cursor(text, 'select parameter'));

const column = (name: string, changes: Partial<SelectColumn> = {}): SelectColumn => ({
  kind: 'column',
  field: { name, path: [] },
  alias: null,
  cast: null,
  ...changes,
});

const embed = (name: string, changes: Partial<SelectEmbed> = {}): SelectEmbed => ({
  kind: 'embed',
  name,
  alias: null,
  hint: null,
  join: null,
  select: [],
  ...changes,
});

const refusal = (text: string): unknown => {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof RestError) return error.code;
    throw error;
  }
  return 'parsed';
};

describe('parseSelect', () => {
  it('parses columns, with or without an alias and a cast', () => {
    expect(parse('id,name, short:title::text,*')).toEqual([
      column('id'),
      column('name'),
      column('title', { alias: 'short', cast: 'text' }),
      column('*'),
    ]);
  });

  it('parses names with dashes, spaces, letters of any script, and anything in quotes', () => {
    expect(parse('a-b,two words,größe,"a.b, (\\"c\\")"')).toEqual([
      column('a-b'),
      column('two words'),
      column('größe'),
      column('a.b, ("c")'),
    ]);
  });

  it('parses paths into JSON by key and by index', () => {
    expect(parse('facts->shelf->>row,facts->marks->-1')).toEqual([
      column('facts', {
        field: {
          name: 'facts',
          path: [
            { arrow: '->', key: 'shelf', isIndex: false },
            { arrow: '->>', key: 'row', isIndex: false },
          ],
        },
      }),
      column('facts', {
        field: {
          name: 'facts',
          path: [
            { arrow: '->', key: 'marks', isIndex: false },
            { arrow: '->', key: '-1', isIndex: true },
          ],
        },
      }),
    ]);
  });

  it('parses embeds, nested, with alias, hint and join in either order', () => {
    expect(
      parse('writer:authors!books_author_id_fkey!inner(name,books!left(id)),genres()'),
    ).toEqual([
      embed('authors', {
        alias: 'writer',
        hint: 'books_author_id_fkey',
        join: 'inner',
        select: [column('name'), embed('books', { join: 'left', select: [column('id')] })],
      }),
      embed('genres'),
    ]);
    expect(parse('a!inner!hint(id)')).toEqual([
      embed('a', { hint: 'hint', join: 'inner', select: [column('id')] }),
    ]);
  });

  it('parses an empty text as no columns', () => {
    expect(parse('')).toEqual([]);
  });

  it('refuses aggregates and spreads by name', () => {
    expect(
      ['count()', 'n:count()', 'pages.sum()', 'authors(id.max())'].filter(
        (text) => refusal(text) !== 'PGRST123',
      ),
    ).toEqual([]);
    expect(
      ['...authors(name)', 'id,...authors(name)', 'books(...authors(name))'].filter(
        (text) => refusal(text) !== 'PGRST127',
      ),
    ).toEqual([]);
  });

  it('refuses invalid syntax, and says its position', () => {
    expect(
      ['a,,b', 'a(', 'a(b', 'a)', 'a!(', 'a::', 'a->', '*x', ',', 'a:', '"a', 'a!b'].filter(
        (text) => refusal(text) !== 'PGRST100',
      ),
    ).toEqual([]);
    expect(() => parse('id,authors(name))')).toThrow(
      '"failed to parse select parameter (id,authors(name)))" (line 1, column 17)',
    );
  });

  it('refuses too deep nesting', () => {
    const nested = (depth: number) => 'a('.repeat(depth) + ')'.repeat(depth);
    expect(parse(nested(32))).toHaveLength(1);
    expect(refusal(nested(33))).toBe('PGRST100');
    expect(refusal('a('.repeat(5000))).toBe('PGRST100');
    expect(parse('a,'.repeat(999) + 'a')).toHaveLength(1000);
    expect(refusal('a,'.repeat(1000) + 'a')).toBe('PGRST100');
  });
});
