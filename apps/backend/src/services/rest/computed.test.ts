import { describe, expect, it } from 'vitest';
import { startRest, type TestRequest } from './fixtures/running-rest.ts';

const rest = await startRest();

const write = (method: string, body?: unknown): TestRequest => ({
  method,
  body,
  headers: { Prefer: 'return=representation' },
});

describe('a computed column', () => {
  it('can be selected, renamed, cast and read by JSON paths', async () => {
    expect(await rest.get('authors?select=id,shout,first:initial&order=id&limit=1')).toEqual([
      { id: 1, shout: 'ADA!', first: 'A' },
    ]);
    expect(
      await rest.get('books?select=*,shout::text,card,pages:card->pages,card->>title&id=eq.1'),
    ).toMatchObject([
      { id: 1, title: 'Alpha', shout: 'ALPHA?', card: { title: 'Alpha', pages: 90 }, pages: 90 },
    ]);
    expect(await rest.get('books?select=authors(shout)&id=eq.1')).toEqual([
      { authors: { shout: 'ADA!' } },
    ]);
  });

  it('is not among the columns of *', async () => {
    expect(await rest.get('authors?id=eq.1')).toEqual([
      { id: 1, name: 'Ada', born: '1900-02-28', mood: 'calm' },
    ]);
  });

  it('filters, orders and counts rows, also in embeds', async () => {
    const ids = 'select=id&order=id';
    expect(await rest.get(`authors?shout=eq.ADA!&${ids}`)).toEqual([{ id: 1 }]);
    expect(await rest.get(`authors?or=(shout.like.B*,initial.in.(C))&${ids}`)).toEqual([
      { id: 2 },
      { id: 3 },
    ]);
    expect(await rest.get('authors?select=id&order=shout.desc')).toEqual([
      { id: 3 },
      { id: 2 },
      { id: 1 },
    ]);
    expect(
      await rest.get('authors?select=id,books(id)&id=eq.1&books.shout=like.B*&books.order=shout'),
    ).toEqual([{ id: 1, books: [{ id: 2 }] }]);
    expect(
      await rest.get('books?select=id,authors(shout)&id=lt.4&order=authors(shout).desc,id'),
    ).toMatchObject([{ id: 3 }, { id: 1 }, { id: 2 }]);
    const { headers } = await rest.request('authors?shout=eq.ADA!', {
      headers: { Prefer: 'count=exact' },
    });
    expect(headers.get('content-range')).toBe('0-0/1');
  });

  it('is selected from written rows, and filters the rows to write', async () => {
    const made = await rest.get('authors?select=id,shout', write('POST', { id: 20, name: 'Dee' }));
    expect(made).toEqual([{ id: 20, shout: 'DEE!' }]);
    const changed = await rest.get(
      'authors?select=*,shout&shout=eq.DEE!',
      write('PATCH', { name: 'Di' }),
    );
    expect(changed).toEqual([{ id: 20, name: 'Di', born: null, mood: null, shout: 'DI!' }]);
    expect(await rest.get('authors?select=initial&shout=eq.DI!', write('DELETE'))).toEqual([
      { initial: 'D' },
    ]);
  });

  it('is selected from the rows of a function', async () => {
    expect(await rest.get('rpc/books_by?author=1&select=id,shout&shout=eq.ALPHA?')).toEqual([
      { id: 1, shout: 'ALPHA?' },
    ]);
  });

  it('cannot be written to, nor called', async () => {
    expect(await rest.refusal('authors', write('POST', { id: 21, name: 'x', shout: 'x' }))).toBe(
      '400 PGRST204',
    );
    expect(await rest.refusal('rpc/shout', { method: 'POST', body: {} })).toBe('404 PGRST202');
  });

  it('has to be on the search path, and belongs to its relation alone', async () => {
    expect(await rest.refusal('authors?select=secret')).toBe('400 42703');
    expect(await rest.refusal('genres?select=shout')).toBe('400 42703');
  });

  it('runs as the caller, who has to see the row', async () => {
    const account = { as: { account: '00000000-0000-0000-0000-000000000001' } };
    expect(await rest.refusal('authors?select=shout', account)).toBe('403 42501');
  });
});

describe('a computed relationship', () => {
  it('is embedded as a list, or as one row where it returns one at most', async () => {
    expect(await rest.get('authors?select=name,long_books(id)&order=id')).toEqual([
      { name: 'Ada', long_books: [{ id: 2 }] },
      { name: 'Bo', long_books: [{ id: 3 }] },
      { name: 'Cy', long_books: [] },
    ]);
    expect(
      await rest.get('books?select=id,writer(name),writer_alone(name)&id=in.(1,4)&order=id'),
    ).toEqual([
      { id: 1, writer: { name: 'Ada' }, writer_alone: { name: 'Ada' } },
      { id: 4, writer: null, writer_alone: { name: null } },
    ]);
  });

  it('supports the parameters of other embeds', async () => {
    const inner = await rest.request(
      'books?select=id,writer!inner(name,long_books(id))&writer.name=eq.Bo&order=id',
      { headers: { Prefer: 'count=exact' } },
    );
    expect(inner.json).toEqual([{ id: 3, writer: { name: 'Bo', long_books: [{ id: 3 }] } }]);
    expect(inner.headers.get('content-range')).toBe('0-0/1');
    expect(
      await rest.get(
        'authors?select=id,long_books(shout)&long_books.limit=1&long_books=not.is.null&order=id',
      ),
    ).toEqual([
      { id: 1, long_books: [{ shout: 'BETA, THE SECOND?' }] },
      { id: 2, long_books: [{ shout: 'GAMMA "QUOTED" \\ (AND) MORE?' }] },
    ]);
  });

  it('replaces the foreign keys to a table of its name', async () => {
    expect(await rest.get('visits?select=id,people(name)&order=id')).toEqual([
      { id: 1, people: { name: 'Right' } },
      { id: 2, people: { name: 'Leaf' } },
    ]);
    expect(await rest.get('genres?select=id,summaries(text)&id=lt.3&order=id')).toMatchObject([
      { id: 1, summaries: [{ text: 'The first' }, { text: 'The third' }] },
      { id: 2, summaries: [] },
    ]);
  });

  it('is embedded in written rows, and in the rows of a function', async () => {
    const made = await rest.get(
      'books?select=title,writer(name)',
      write('POST', { title: 'New', author_id: 2 }),
    );
    expect(made).toEqual([{ title: 'New', writer: { name: 'Bo' } }]);
    await rest.admin`delete from books where title = 'New'`;
    expect(await rest.get('rpc/one_book?book=1&select=id,writer(name)')).toEqual({
      id: 1,
      writer: { name: 'Ada' },
    });
  });
});

describe('domain representations', () => {
  it('are refused by name wherever PostgREST would use the cast', async () => {
    const details = 'Domain representations are not served by the embedded backend';
    expect(await rest.get('paints')).toMatchObject({ json: { code: 'PGRST127', details } });
    expect(await rest.refusal('paints?select=shade')).toBe('400 PGRST127');
    expect(await rest.refusal('paints?select=id&shade=eq.255')).toBe('400 PGRST127');
    expect(await rest.refusal('paints', { method: 'POST', body: { id: 2, shade: 3 } })).toBe(
      '400 PGRST127',
    );
    expect(await rest.get('paints?select=id')).toEqual([{ id: 1 }]);
  });
});
