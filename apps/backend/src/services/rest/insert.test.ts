import { describe, expect, it } from 'vitest';
import { genre, shown, startWrites } from './fixtures/library-writes.ts';

const { rest, send, answer, code } = await startWrites();

describe('inserting', () => {
  it('returns nothing unless requested', async () => {
    const { status, text, headers } = await send('POST', 'genres', genre(1001));
    expect({ status, text }).toEqual({ status: 201, text: '' });
    expect(headers.get('content-range')).toBe('*/*');
    expect(await rest.admin`select name from genres where id = 1001`).toEqual([
      { name: 'Genre 1001' },
    ]);
  });

  it('returns the inserted row, with selected columns and embeds', async () => {
    const path = 'books?select=id,title,pages,price,authors(name)';
    const { status, json, headers } = await send(
      'POST',
      path,
      { id: 1001, title: 'New', author_id: 1, price: 3 },
      { headers: shown },
    );
    expect(status).toBe(201);
    expect(json).toEqual([
      { id: 1001, title: 'New', pages: 100, price: 3, authors: { name: 'Ada' } },
    ]);
    expect(headers.get('preference-applied')).toBe('return=representation');
  });

  it('inserts many rows, and returns them in the requested order', async () => {
    const { json } = await send(
      'POST',
      'genres?select=id&order=id.desc',
      [genre(1001), genre(1003), genre(1002)],
      { headers: { Prefer: 'return=representation, count=exact' } },
    );
    expect(json).toEqual([{ id: 1003 }, { id: 1002 }, { id: 1001 }]);
  });

  it('writes only the columns of the parameter columns, and null for missing keys', async () => {
    const path = 'books?columns=id,title,pages&select=id,pages,author_id';
    const rows = [
      { id: 1001, title: 'A', author_id: 1 },
      { id: 1002, title: 'B', pages: 7 },
    ];
    expect((await send('POST', path, rows, { headers: shown })).json).toEqual([
      { id: 1001, pages: null, author_id: null },
      { id: 1002, pages: 7, author_id: null },
    ]);
  });

  it('writes defaults for missing keys with missing=default', async () => {
    const headers = { Prefer: 'return=representation, missing=default' };
    const path =
      'books?columns="id","title","pages","tags","added_at"&select=id,pages,tags,added_at';
    const rows = [
      { id: 1001, title: 'A' },
      { id: 1002, title: 'B', pages: 7, tags: ['x', 'y "z"'] },
    ];
    expect(await answer('POST', path, rows, { headers })).toEqual({
      status: 201,
      json: [
        { id: 1001, pages: 100, tags: [], added_at: '2026-01-02T03:04:05.678901+00:00' },
        { id: 1002, pages: 7, tags: ['x', 'y "z"'], added_at: '2026-01-02T03:04:05.678901+00:00' },
      ],
    });
    const single = await send(
      'POST',
      'books?columns=id,title&select=id',
      { title: 'C' },
      { headers },
    );
    expect(single.json).toEqual([{ id: expect.any(Number) }]);
    expect(single.headers.get('preference-applied')).toBe('missing=default, return=representation');
  });

  it('inserts a row of defaults for an object without keys, and none for an empty list', async () => {
    await rest.admin`create table if not exists public.blank (id int generated always as identity primary key)`;
    await rest.admin`grant all on public.blank to service_role`;
    await rest.admin`notify pgrst`;
    await expect
      .poll(async () => (await send('POST', 'blank', {}, { headers: shown })).status)
      .toBe(201);
    expect((await send('POST', 'blank', [{}, {}], { headers: shown })).json).toHaveLength(2);
    expect(await answer('POST', 'blank', [], { headers: shown })).toEqual({
      status: 201,
      json: [],
    });
  });

  it('stores every kind of value as it was sent', async () => {
    const row = {
      id: 1001,
      title: 'Ünï "\\" \n \u2028 \u{1f600} \'; drop table books; --',
      price: 123456.78,
      tags: ['a,b', '{', '"', '\\', ''],
      facts: { deep: [{ x: null }], big: 12345678901234567890n.toString() },
      is_lent: false,
      cover: '\\x00ff',
      added_at: '2026-05-06T07:08:09.123456+02:00',
    };
    const { json } = await send('POST', 'books', row, { headers: shown });
    const stored = { author_id: null, pages: 100, added_at: '2026-05-06T05:08:09.123456+00:00' };
    expect(json).toEqual([{ ...row, ...stored }]);
  });

  it('returns the Location of the only new row', async () => {
    const headers = { Prefer: 'return=headers-only' };
    const one = await send('POST', 'genres', genre(1001), { headers });
    expect(one.headers.get('location')).toBe('/genres?id=eq.1001');
    const two = await send('POST', 'genres', [genre(1002), genre(1003)], { headers });
    expect(two.headers.get('location')).toBeNull();
    const pair = await send('POST', 'books_genres', { book_id: 3, genre_id: 3 }, { headers });
    expect(pair.headers.get('location')).toBe('/books_genres?book_id=eq.3&genre_id=eq.3');
    await rest.admin`delete from books_genres where book_id = 3`;
  });

  it('returns a single object when requested, and rolls back where it is not the only one', async () => {
    const headers = { ...shown, Accept: 'application/vnd.pgrst.object+json' };
    expect(await answer('POST', 'genres?select=id', genre(1001), { headers })).toEqual({
      status: 201,
      json: { id: 1001 },
    });
    expect(await code('POST', 'genres', [genre(1002), genre(1003)], { headers })).toBe(
      '406 PGRST116',
    );
    expect(await rest.admin`select from genres where id in (1002, 1003)`).toHaveLength(0);
  });
});

describe('a body', () => {
  it.each([
    ['', 'Empty or invalid json'],
    ['{"id":', 'Empty or invalid json'],
    ['[{"id":1001,"name":"a"},{"id":1002}]', 'All object keys must match'],
    ['[{"id":1001},{"name":"b"}]', 'All object keys must match'],
    ['[1]', 'All object keys must match'],
    ['[{"id":1001},null]', 'All object keys must match'],
  ])('%s is refused', async (body, message) => {
    expect(await answer('POST', 'genres', body)).toEqual({
      status: 400,
      json: { code: 'PGRST102', details: null, hint: null, message },
    });
  });

  it('is refused if it is nested deeper than PostgreSQL can follow', async () => {
    const nested = (depth: number) =>
      `{"id":1001,"title":"x","facts":${'['.repeat(depth)}"]"${']'.repeat(depth)}}`;
    expect((await send('POST', 'books', nested(4999))).status).toBe(201);
    expect(await code('POST', 'books', nested(5000))).toBe('400 PGRST102');
    expect(await code('POST', 'books', nested(400_000))).toBe('400 PGRST102');
  });

  it('is refused if it has another type', async () => {
    const headers = { 'content-type': 'text/csv' };
    expect(await code('POST', 'genres', 'id,name\n1001,a', { headers })).toBe('400 PGRST102');
  });

  it('is refused if it is larger than one megabyte', async () => {
    const { status, json } = await send('POST', 'genres', genre(1001, 'x'.repeat(1024 * 1024)));
    expect(status).toBe(413);
    expect(json).toMatchObject({ details: null, hint: null });
    expect(await rest.admin`select from genres where id = 1001`).toHaveLength(0);
  });

  it('is refused by name if it has an unknown column', async () => {
    expect(await answer('POST', 'genres', { ...genre(1001), nope: 1 })).toEqual({
      status: 400,
      json: {
        code: 'PGRST204',
        details: null,
        hint: null,
        message: "Could not find the 'nope' column of 'genres' in the schema cache",
      },
    });
    expect(await code('POST', 'genres?columns=nope', [genre(1001)])).toBe('400 PGRST204');
    expect(await code('PATCH', 'genres?id=eq.1', { nope: 1 })).toBe('400 PGRST204');
  });
});
