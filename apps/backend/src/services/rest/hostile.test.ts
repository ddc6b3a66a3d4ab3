import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startRest, type TestRequest } from './fixtures/running-rest.ts';

const rest = await startRest();

/** Texts with a meaning in the grammar, in SQL, in JSON or in PostgreSQL's protocol. */
const hostile = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc
    .array(fc.constantFrom(...Array.from(`"'\\\`(),.:;!*-><=&?#%$@{}[]|/ \t\n\0a1é😀`)), {
      maxLength: 20,
    })
    .map((characters) => characters.join('')),
  fc.constantFrom(
    `'; drop table public.books; --`,
    `" ; drop table public.books; --`,
    `id" = "id") or 1=1 --`,
    `1) or (1=1`,
    `\\'; delete from books; --`,
    `$1`,
    `$$; drop table books; $$`,
    `E'\\''`,
    `a::text; select pg_sleep(9)`,
    `eq.1)&or=(id.gt.0`,
    `*`,
    `base`,
    `"base".*`,
    `embed_1`,
    `pg_catalog.pg_class`,
    `__proto__`,
    `constructor`,
    `hasOwnProperty`,
    `null`,
    `{"a":`,
    `{{{{`,
    `not.not.not.eq.1`,
    `(((((((((`,
    `and(and(and(`,
    `a->b->>c->-1->>'x'`,
    `99999999999999999999999999`,
    `-1`,
    `1e400`,
    `NaN`,
    `%00`,
    `\uD800`,
    `\u202e`,
    'x'.repeat(5000),
  ),
);

const query = (pairs: [key: string, value: string][]): string =>
  new URLSearchParams(pairs).toString();

const path = (text: string): string => {
  try {
    return encodeURIComponent(text);
  } catch {
    // A lone surrogate cannot be in a URL.
    return 'x';
  }
};

type Position = (text: string) => readonly [path: string, options?: TestRequest];

const shown = { Prefer: 'return=representation' };

const positions: Record<string, Position> = {
  'the path': (text) => [path(text)],
  'the name of a function': (text) => [`rpc/${path(text)}`, { method: 'POST', body: {} }],
  select: (text) => [`books?${query([['select', text]])}`],
  'a column selected': (text) => [`books?${query([['select', `id,${text}`]])}`],
  'an alias': (text) => [`books?${query([['select', `${text}:id`]])}`],
  'a quoted alias': (text) => [`books?${query([['select', `"${text}":id,authors(name)`]])}`],
  'a cast': (text) => [`books?${query([['select', `id::${text}`]])}`],
  'a path into JSON': (text) => [`books?${query([['select', `facts->${text}`]])}`],
  'an embed': (text) => [`books?${query([['select', `id,${text}(id)`]])}`],
  'the name of an embed': (text) => [`books?${query([['select', `"${text}":authors(id)`]])}`],
  'a hint': (text) => [`books?${query([['select', `authors!${text}(id)`]])}`],
  'inside an embed': (text) => [`books?${query([['select', `authors(${text})`]])}`],
  'the name of a column': (text) => [`books?${query([[text, 'eq.1']])}`],
  'a quoted name of a column': (text) => [`books?${query([[`"${text}"`, 'eq.1']])}`],
  'the path of a filter': (text) => [
    `books?select=id,authors(id)&${query([[`authors.${text}`, 'eq.1']])}`,
  ],
  'an operator': (text) => [`books?${query([['id', text]])}`],
  'a number': (text) => [`books?${query([['id', `eq.${text}`]])}`],
  'a text': (text) => [`books?${query([['title', `ilike.${text}`]])}`],
  'an array': (text) => [`books?${query([['tags', `cs.${text}`]])}`],
  JSON: (text) => [`books?${query([['facts', `cs.${text}`]])}`],
  'a time': (text) => [`books?${query([['added_at', `gt.${text}`]])}`],
  'an array to compare any of': (text) => [`books?${query([['id', `eq(any).${text}`]])}`],
  'a list of patterns': (text) => [`books?${query([['title', `like(all).{${text}}`]])}`],
  bytes: (text) => [`books?${query([['cover', `eq.${text}`]])}`],
  'a list': (text) => [`books?${query([['title', `in.(${text})`]])}`],
  'a state': (text) => [`books?${query([['id', `is.${text}`]])}`],
  'a logic tree': (text) => [`books?${query([['or', text]])}`],
  'inside a logic tree': (text) => [`books?${query([['and', `(id.eq.1,${text})`]])}`],
  'a value in a logic tree': (text) => [`books?${query([['or', `(title.eq.${text},id.eq.1)`]])}`],
  'a quoted value in a logic tree': (text) => [`books?${query([['or', `(title.eq."${text}")`]])}`],
  'the path of a logic tree': (text) => [
    `books?select=id,authors(id)&${query([[`authors.${text}.or`, '(id.eq.1)']])}`,
  ],
  order: (text) => [`books?${query([['order', text]])}`],
  'a column to order by': (text) => [`books?${query([['order', `${text}.desc`]])}`],
  'an embed to order by': (text) => [
    `books?select=id,authors(id)&${query([['order', `authors(${text})`]])}`,
  ],
  limit: (text) => [`books?${query([['limit', text]])}`],
  offset: (text) => [`books?${query([['offset', text]])}`],
  'the limit of an embed': (text) => [`authors?select=books(id)&${query([['books.limit', text]])}`],
  'the offset of an embed': (text) => [
    `authors?select=books(id)&${query([['books.offset', text]])}`,
  ],
  'the path of OPTIONS': (text) => [path(text), { method: 'OPTIONS' }],
  Range: (text) => [`books`, { headers: { Range: path(text) } }],
  Prefer: (text) => [`books`, { headers: { Prefer: `count=exact,${path(text)}` } }],
  Accept: (text) => [`books`, { headers: { Accept: path(text) } }],
  'the profile': (text) => [`books`, { headers: { 'Accept-Profile': path(text) } }],
  'an argument': (text) => [`rpc/add_numbers?${query([['a', text]])}`],
  'the name of an argument': (text) => [`rpc/add_numbers?a=1&${query([[text, '1']])}`],
  'an argument in the body': (text) => [`rpc/add_numbers`, { method: 'POST', body: { a: text } }],
  'the name of an argument in the body': (text) => [
    'rpc/add_numbers',
    { method: 'POST', body: { a: 1, [text]: 1 } },
  ],
  'the whole body of a call': (text) => ['rpc/keys_of', { method: 'POST', body: text }],
  'the content type': (text) => [
    'rpc/keys_of',
    { method: 'POST', body: {}, headers: { 'Content-Type': path(text) } },
  ],
  'the body': (text) => ['genres', { method: 'POST', body: text }],
  'a key of the body': (text) => ['genres', { method: 'POST', body: { id: 1, [text]: 1 } }],
  columns: (text) => [
    `genres?${query([['columns', text]])}`,
    { method: 'POST', body: [{ id: 1 }] },
  ],
  'columns with defaults': (text) => [
    `genres?${query([['columns', `id,${text}`]])}`,
    { method: 'POST', body: [{ id: 1, [text]: text }], headers: { Prefer: 'missing=default' } },
  ],
  on_conflict: (text) => [
    `genres?${query([['on_conflict', text]])}`,
    {
      method: 'POST',
      body: { id: 1, name: 'Prose' },
      headers: { Prefer: 'resolution=ignore-duplicates' },
    },
  ],
  'a filter of a deletion': (text) => [
    `genres?id=eq.-1&${query([['name', `eq.${text}`]])}`,
    { method: 'DELETE', headers: shown },
  ],
  'a value of every type': (text) => [
    'books?id=eq.-1',
    {
      method: 'PATCH',
      body: { price: text, tags: text, facts: text, is_lent: text, cover: text, added_at: text },
      headers: shown,
    },
  ],
  'a filter of a change': (text) => [
    `genres?id=eq.-1&${query([['or', `(name.eq.${text})`]])}`,
    { method: 'PATCH', body: { name: text }, headers: shown },
  ],
};

const errorKeys = ['code', 'details', 'hint', 'message'];

describe('a text with special characters', () => {
  it.each(Object.entries(positions))(
    'as %s leads to a response or an error of the client, never to an error of the server',
    async (_, position) => {
      const before = await rest.admin`select * from books order by id`;
      await fc.assert(
        fc.asyncProperty(hostile, async (text) => {
          const { status, json } = await rest.request(...position(text));
          const isRefusal = status >= 300 && status < 500;
          const keys = isRefusal ? Object.keys(Object(json)) : errorKeys;
          expect({ keys, isBroken: status >= 500, json }).toEqual({
            keys: errorKeys,
            isBroken: false,
            json,
          });
        }),
        { numRuns: 25 },
      );
      expect(await rest.admin`select * from books order by id`).toEqual(before);
    },
  );

  it('matches only itself, wherever a value is allowed', async () => {
    // A list of one empty text is an empty list to PostgREST.
    const asText = hostile.filter(
      (text) => text !== '' && !text.includes('\0') && text.isWellFormed(),
    );
    const inQuotes = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
    await fc.assert(
      fc.asyncProperty(asText, async (name) => {
        await rest.admin`delete from genres where id = 900`;
        const made = await rest.request('genres?select=name', {
          method: 'POST',
          body: { id: 900, name },
          headers: shown,
        });
        expect(made.json).toEqual([{ name }]);
        for (const filter of [
          ['name', `eq.${name}`],
          ['name', `in.(${inQuotes(name)})`],
          ['or', `(name.eq.${inQuotes(name)})`],
          ['and', `(id.gt.0,name.in.(${inQuotes(name)},"no other"))`],
        ] satisfies [string, string][]) {
          const { json } = await rest.request(`genres?select=id&${query([filter])}`);
          expect({ filter, json }).toEqual({ filter, json: [{ id: 900 }] });
        }
      }),
      { numRuns: 60 },
    );
    await rest.admin`delete from genres where id = 900`;
  });

  it('is the key in the response if it is an alias', async () => {
    // PostgreSQL refuses empty names, and truncates names to 63 bytes.
    const asKey = hostile.filter(
      (text) =>
        !['', '__proto__', 'authors'].includes(text) &&
        !text.includes('\0') &&
        text.isWellFormed() &&
        Buffer.byteLength(text) <= 63,
    );
    await fc.assert(
      fc.asyncProperty(asKey, async (alias) => {
        const quoted = `"${alias.replace(/["\\]/g, '\\$&')}"`;
        const select = query([['select', `${quoted}:id,authors(${quoted}:id)`]]);
        const { json } = await rest.request(`books?id=eq.1&${select}`);
        expect(json).toEqual([{ [alias]: 1, authors: { [alias]: 1 } }]);
      }),
      { numRuns: 60 },
    );
  });
});
