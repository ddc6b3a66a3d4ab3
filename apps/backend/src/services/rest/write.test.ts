import { describe, expect, it } from 'vitest';
import { genre, shown, startWrites } from './fixtures/library-writes.ts';

const { rest, send, answer, code } = await startWrites();

describe('upserting', () => {
  const merge = { Prefer: 'resolution=merge-duplicates, return=representation' };
  const ignore = { Prefer: 'resolution=ignore-duplicates, return=representation' };

  it('merges by the primary key, with 201 for new rows and 200 otherwise', async () => {
    const first = await send('POST', 'genres', genre(1001, 'One'), { headers: merge });
    expect(first.status).toBe(201);
    expect(first.headers.get('preference-applied')).toBe(
      'resolution=merge-duplicates, return=representation',
    );
    const again = await answer('POST', 'genres', genre(1001, 'Uno'), { headers: merge });
    expect(again).toEqual({ status: 200, json: [genre(1001, 'Uno')] });
    const both = await answer('POST', 'genres', [genre(1001, 'Un'), genre(1002)], {
      headers: merge,
    });
    expect(both.status).toBe(201);
    expect(both.json).toEqual([genre(1001, 'Un'), genre(1002)]);
  });

  it('ignores existing rows', async () => {
    await send('POST', 'genres', genre(1001, 'One'));
    const { status, json } = await send('POST', 'genres', [genre(1001, 'Uno'), genre(1002)], {
      headers: ignore,
    });
    expect({ status, json }).toEqual({ status: 201, json: [genre(1002)] });
    expect(await rest.admin`select name from genres where id = 1001`).toEqual([{ name: 'One' }]);
  });

  it('uses the columns of on_conflict', async () => {
    await send('POST', 'genres', genre(1001, 'One'));
    const path = 'genres?on_conflict=name';
    expect(await answer('POST', path, { id: 1002, name: 'One' }, { headers: merge })).toEqual({
      status: 200,
      json: [genre(1002, 'One')],
    });
    expect(await code('POST', 'genres?on_conflict=nope', genre(1003), { headers: merge })).toBe(
      '400 42703',
    );
    expect(await code('POST', 'books?on_conflict=title', { title: 'x' }, { headers: merge })).toBe(
      '400 42P10',
    );
  });

  it('changes nothing the second time if all columns of a table are in its key', async () => {
    const pair = { book_id: 1, genre_id: 1 };
    expect(await answer('POST', 'books_genres', pair, { headers: merge })).toEqual({
      status: 200,
      json: [pair],
    });
  });
});

describe('updating', () => {
  it('changes the rows that match the filters, and counts them', async () => {
    await send('POST', 'genres', [genre(1001), genre(1002), genre(1003)]);
    const { status, text, headers } = await send(
      'PATCH',
      'genres?or=(id.eq.1001,name.like.*1003)&id=neq.1003',
      { id: 1009 },
      { headers: { Prefer: 'count=exact' } },
    );
    expect({ status, text }).toEqual({ status: 204, text: '' });
    expect(headers.get('content-range')).toBe('0-0/1');
    expect(headers.get('preference-applied')).toBe('count=exact');
  });

  it('returns the updated rows', async () => {
    const path = 'books?id=eq.1&select=id,is_lent,authors(name),genres(name)&genres.name=eq.Verse';
    expect(await answer('PATCH', path, { is_lent: false }, { headers: shown })).toEqual({
      status: 200,
      json: [{ id: 1, is_lent: false, authors: { name: 'Ada' }, genres: [{ name: 'Verse' }] }],
    });
  });

  it('returns nothing for no rows and for no columns', async () => {
    expect(await answer('PATCH', 'books?id=eq.999', { is_lent: true }, { headers: shown })).toEqual(
      {
        status: 200,
        json: [],
      },
    );
    expect(await answer('PATCH', 'books?id=eq.1', {}, { headers: shown })).toEqual({
      status: 200,
      json: [],
    });
    expect((await send('PATCH', 'books?id=eq.1', {})).status).toBe(204);
  });

  it('requires a filter, as deleting does', async () => {
    expect(await answer('PATCH', 'books', { is_lent: true })).toEqual({
      status: 400,
      json: { code: '21000', details: null, hint: null, message: 'UPDATE requires a WHERE clause' },
    });
    expect(await code('DELETE', 'books')).toBe('400 21000');
    expect(await code('DELETE', 'books?select=id,authors(name)&authors.name=eq.Ada')).toBe(
      '400 21000',
    );
  });

  it('is rolled back if a single object is requested and the number of rows is not one', async () => {
    const headers = { ...shown, Accept: 'application/vnd.pgrst.object+json' };
    expect(await answer('PATCH', 'books?id=eq.1&select=id', { pages: 91 }, { headers })).toEqual({
      status: 200,
      json: { id: 1 },
    });
    expect(await code('PATCH', 'books?id=lt.3', { pages: 5 }, { headers })).toBe('406 PGRST116');
    expect(await rest.admin`select pages from books where id < 3 order by id`).toEqual([
      { pages: 91 },
      { pages: 200 },
    ]);
  });

  it('is rolled back for more rows than max-affected', async () => {
    const headers = { Prefer: 'handling=strict, max-affected=1' };
    expect(await answer('PATCH', 'books?id=lt.3', { pages: 5 }, { headers })).toEqual({
      status: 400,
      json: {
        code: 'PGRST124',
        details: 'The query affects 2 rows',
        hint: null,
        message: 'Query result exceeds max-affected preference constraint',
      },
    });
    const one = await send('PATCH', 'books?id=eq.2', { pages: 200 }, { headers });
    expect(one.status).toBe(204);
    expect(one.headers.get('preference-applied')).toBe('handling=strict, max-affected=1');
    const lenient = await send(
      'PATCH',
      'books?id=in.(1,2)&select=id',
      { is_lent: true },
      { headers: { Prefer: 'handling=lenient, max-affected=1' } },
    );
    expect(lenient.status).toBe(204);
    expect(lenient.headers.get('preference-applied')).toBe('handling=lenient');
  });
});

describe('deleting', () => {
  it('deletes the rows that match the filters, and returns them with embeds', async () => {
    await send('POST', 'books', [
      { id: 1001, title: 'A', author_id: 1 },
      { id: 1002, title: 'B', author_id: null },
    ]);
    const path = 'books?id=gt.1000&select=title,authors(name)&order=id';
    const { status, json, headers } = await send('DELETE', path, undefined, {
      headers: { Prefer: 'return=representation, count=exact' },
    });
    expect({ status, json }).toEqual({
      status: 200,
      json: [
        { title: 'A', authors: { name: 'Ada' } },
        { title: 'B', authors: null },
      ],
    });
    expect(headers.get('content-range')).toBe('*/2');
    expect((await send('DELETE', 'books?id=gt.1000')).status).toBe(204);
  });
});

describe('constraints and policies', () => {
  const anna = { account: '00000000-0000-0000-0000-00000000000a' };
  const berta = { account: '00000000-0000-0000-0000-00000000000b' };

  it('apply to every caller that writes', async () => {
    const made = await send(
      'POST',
      'notes?select=text',
      { text: 'mine' },
      { as: anna, headers: shown },
    );
    expect(made).toMatchObject({ status: 201, json: [{ text: 'mine' }] });
    const others = { owner: anna.account, text: 'forged' };
    expect(await code('POST', 'notes', others, { as: berta })).toBe('403 42501');
    expect(
      await answer('PATCH', 'notes?id=gt.0', { text: 'x' }, { as: berta, headers: shown }),
    ).toEqual({
      status: 200,
      json: [],
    });
    expect(
      await answer('DELETE', 'notes?id=gt.0', undefined, { as: berta, headers: shown }),
    ).toEqual({
      status: 200,
      json: [],
    });
    expect(await code('POST', 'notes', { text: 'x' }, { as: 'visitor' })).toBe('401 42501');
    const visitor = await send('POST', 'books', { title: 'x' }, { as: 'visitor' });
    expect(visitor.headers.get('www-authenticate')).toBe('Bearer');
    expect(await rest.admin`select text from notes`).toEqual([{ text: 'mine' }]);
  });

  it('have PostgreSQL’s codes and PostgREST’s statuses when they are violated', async () => {
    expect(await answer('POST', 'genres', genre(1, 'Other'))).toEqual({
      status: 409,
      json: {
        code: '23505',
        details: 'Key (id)=(1) already exists.',
        hint: null,
        message: 'duplicate key value violates unique constraint "genres_pkey"',
      },
    });
    expect(await code('POST', 'books', { title: 'x', author_id: 99 })).toBe('409 23503');
    expect(await code('DELETE', 'authors?id=eq.1')).toBe('409 23503');
    expect(await code('POST', 'books', { title: null })).toBe('400 23502');
    expect(await code('POST', 'books', { title: 'x', pages: 0 })).toBe('400 23514');
    expect(await code('POST', 'books', { title: 'x', pages: 'many' })).toBe('400 22P02');
    expect(await code('POST', 'books', { title: 'x', price: 12345678.9 })).toBe('400 22003');
    expect(await code('POST', 'authors', { id: 9, name: 'x', mood: 'sad' })).toBe('400 22P02');
    expect(await code('POST', 'genres', { id: 1001, name: 'a\u0000b' })).toBe('400 22P05');
  });
});

describe('preferences', () => {
  it('are refused under strict handling alone if they are unknown', async () => {
    const headers = (Prefer: string) => ({ headers: { Prefer } });
    expect((await send('POST', 'genres', genre(1001), headers('anything, x=y'))).status).toBe(201);
    expect(
      await answer('POST', 'genres', genre(1002), headers('handling=strict, anything, return=all')),
    ).toEqual({
      status: 400,
      json: {
        code: 'PGRST122',
        details: 'Invalid preferences: anything, return=all',
        hint: null,
        message: 'Invalid preferences given with handling=strict',
      },
    });
  });
});
