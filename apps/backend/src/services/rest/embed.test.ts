import { describe, expect, it } from 'vitest';
import { startRest } from './fixtures/running-rest.ts';

const rest = await startRest();

describe('embedding', () => {
  it('returns the one row that a foreign key refers to, or null', async () => {
    expect(await rest.get('books?select=id,authors(name)&order=id&id=in.(1,4)')).toEqual([
      { id: 1, authors: { name: 'Ada' } },
      { id: 4, authors: null },
    ]);
  });

  it('is refused for two embeds with the same key in the response', async () => {
    expect(await rest.get('books?select=id,authors(name),authors(born)')).toEqual({
      status: 400,
      json: {
        code: '42712',
        details: null,
        hint: null,
        message: 'table name "books_authors_1" specified more than once',
      },
    });
    expect(await rest.refusal('authors?select=id,books(genres(id),genres())')).toBe('400 42712');
    expect(await rest.get('books?select=authors(name),again:authors(id)&id=eq.1')).toEqual([
      { authors: { name: 'Ada' }, again: { id: 1 } },
    ]);
  });

  it('distinguishes a row of nulls from no row', async () => {
    const path = 'books?select=id,authors(born,mood)&order=id&id=in.(3,4)';
    await rest.admin`update authors set mood = null where id = 2`;
    expect(await rest.get(path)).toEqual([
      { id: 3, authors: { born: null, mood: null } },
      { id: 4, authors: null },
    ]);
    expect(await rest.ids(`${path}&authors=not.is.null`)).toEqual([3]);
  });

  it('returns the rows that refer to this one, or an empty list', async () => {
    expect(await rest.get('authors?select=name,books(title)&order=id&books.order=id.desc')).toEqual(
      [
        { name: 'Ada', books: [{ title: 'Beta, the second' }, { title: 'Alpha' }] },
        { name: 'Bo', books: [{ title: 'Gamma "quoted" \\ (and) more' }] },
        { name: 'Cy', books: [] },
      ],
    );
  });

  it('returns one row in either direction where the key is unique', async () => {
    expect(await rest.get('books?select=id,summaries(text)&id=lt.3&order=id')).toEqual([
      { id: 1, summaries: { text: 'The first' } },
      { id: 2, summaries: null },
    ]);
    expect(await rest.get('summaries?select=book:books(title)&order=book_id&limit=1')).toEqual([
      { book: { title: 'Alpha' } },
    ]);
  });

  it('follows a junction', async () => {
    expect(
      await rest.get('books?select=id,genres(name)&id=lt.4&order=id&genres.order=name'),
    ).toEqual([
      { id: 1, genres: [{ name: 'Prose' }, { name: 'Verse' }] },
      { id: 2, genres: [{ name: 'Prose' }] },
      { id: 3, genres: [] },
    ]);
    expect(await rest.get('genres?select=name,b:books!books_genres(id)&id=eq.2')).toEqual([
      { name: 'Verse', b: [{ id: 1 }] },
    ]);
  });

  it('can be nested', async () => {
    expect(
      await rest.get(
        'authors?id=eq.1&select=books(id,summaries(text),genres(name,books(id)))&books.id=eq.2&books.genres.books.order=id',
      ),
    ).toEqual([
      {
        books: [
          { id: 2, summaries: null, genres: [{ name: 'Prose', books: [{ id: 1 }, { id: 2 }] }] },
        ],
      },
    ]);
  });

  it('of a table in itself follows the direction that the name of the table or of the column gives', async () => {
    expect(
      await rest.get('people?id=eq.2&select=name,boss:boss_id(name),reports:people(name)'),
    ).toEqual([{ name: 'Left', boss: { name: 'Root' }, reports: [{ name: 'Leaf' }] }]);
  });

  it.each([
    'giver:people!loans_giver(name),taker:people!loans_taker(name)',
    'giver:people!from_person(name),taker:people!to_person(name)',
    'giver:loans_giver(name),taker:to_person(name)',
  ])('accepts a foreign key or its column as hint or as name: %s', async (select) => {
    expect(await rest.get(`loans?id=eq.1&select=${select}`)).toEqual([
      { giver: { name: 'Left' }, taker: { name: 'Right' } },
    ]);
  });

  it('is refused without a relationship, and with several', async () => {
    expect(await rest.get('books?select=people(name)')).toEqual({
      status: 400,
      json: {
        code: 'PGRST200',
        message: "Could not find a relationship between 'books' and 'people' in the schema cache",
        details:
          "Searched for a foreign key relationship between 'books' and 'people' in the schema 'public', but no matches were found.",
        hint: null,
      },
    });
    expect(await rest.refusal('books?select=authors!nope(name)')).toBe('400 PGRST200');
    expect(await rest.refusal('books?select=secrets(id)')).toBe('400 PGRST200');
    const { status, json } = await rest.request('loans?select=people(name)');
    expect(status).toBe(300);
    expect(json).toMatchObject({
      code: 'PGRST201',
      message:
        "Could not embed because more than one relationship was found for 'loans' and 'people'",
      hint: "Try changing 'people' to one of the following: 'people!loans_giver', 'people!loans_taker'. Find the desired relationship in the 'details' key.",
      details: [
        {
          cardinality: 'many-to-one',
          embedding: 'loans with people',
          relationship: 'loans_giver using loans(from_person) and people(id)',
        },
        { cardinality: 'many-to-one' },
      ],
    });
  });

  it('leaves out rows without a match by inner joins, also in the count', async () => {
    const counted = { headers: { Prefer: 'count=exact' } };
    const one = await rest.request(
      'books?select=id,authors!inner(name)&authors.name=eq.Ada&order=id',
      counted,
    );
    expect(one.json).toEqual([
      { id: 1, authors: { name: 'Ada' } },
      { id: 2, authors: { name: 'Ada' } },
    ]);
    expect(one.headers.get('content-range')).toBe('0-1/2');
    const many = await rest.request(
      'authors?select=id,books!inner(id,genres!inner(id))&books.genres.id=eq.2&limit=5',
      counted,
    );
    expect(many.json).toEqual([{ id: 1, books: [{ id: 1, genres: [{ id: 2 }] }] }]);
    expect(many.headers.get('content-range')).toBe('0-0/1');
  });

  it('can be filtered by whether a row is embedded', async () => {
    expect(await rest.ids('books?select=id,authors(name)&authors=is.null')).toEqual([4]);
    expect(await rest.ids('authors?select=id,books(id)&books=is.null')).toEqual([3]);
    expect(
      await rest.ids('books?select=id,summaries(text)&summaries=not.is.null&order=id'),
    ).toEqual([1, 3]);
    const { headers } = await rest.request(
      'authors?select=id,books(id)&or=(books.is.null,id.eq.1)',
      {
        headers: { Prefer: 'count=exact' },
      },
    );
    expect(headers.get('content-range')).toBe('0-1/2');
  });

  it('can be counted, without other columns', async () => {
    expect(await rest.get('authors?select=name,books(count)&order=id')).toEqual([
      { name: 'Ada', books: [{ count: 2 }] },
      { name: 'Bo', books: [{ count: 1 }] },
      { name: 'Cy', books: [{ count: 0 }] },
    ]);
    expect(
      await rest.get('authors?select=many:books(n:count::text)&id=eq.1&books.id=gt.1'),
    ).toEqual([{ many: [{ n: '1' }] }]);
    expect(await rest.get('books?select=count&id=lt.4')).toEqual([{ count: 3 }]);
    expect(await rest.refusal('authors?select=books(id,count)')).toBe('400 42803');
    expect(await rest.refusal('authors?select=books(count())')).toBe('400 PGRST123');
    expect(await rest.refusal('books?count=eq.1')).toBe('400 42703');
  });

  it('without columns only filters', async () => {
    expect(await rest.get('authors?select=id,books!inner()&books.id=eq.3')).toEqual([{ id: 2 }]);
    expect(await rest.get('books?select=id,authors!inner()&authors.name=eq.Bo')).toEqual([
      { id: 3 },
    ]);
  });

  it('has its own order, limit and offset', async () => {
    const page = 'books.order=id.desc&books.limit=1&books.offset=1';
    expect(await rest.get(`authors?id=eq.1&select=books(id)&${page}`)).toEqual([
      { books: [{ id: 1 }] },
    ]);
    expect(await rest.get('authors?id=eq.1&select=b:books(id)&b.limit=0')).toEqual([{ b: [] }]);
  });

  it('can be ordered by where it is to-one', async () => {
    const order = 'order=authors(name).desc.nullslast,id.desc';
    expect(await rest.ids(`books?select=id,authors(name)&${order}`)).toEqual([3, 2, 1, 4]);
    expect(await rest.refusal('authors?select=id,books(id)&order=books(id)')).toBe('400 PGRST118');
    expect(await rest.refusal('books?select=id&order=authors(name)')).toBe('400 PGRST108');
    expect(await rest.refusal('books?select=id,authors(name)&order=authors(born)')).toBe(
      '400 42703',
    );
  });

  it('is refused in filters when it is not selected', async () => {
    expect(await rest.refusal('books?select=id&authors.name=eq.Ada')).toBe('400 PGRST108');
    expect(await rest.refusal('books?select=id&authors.limit=1')).toBe('400 PGRST108');
  });

  it('is named in filters by its alias or by what it embeds', async () => {
    const path = 'books?select=id,writer:authors!inner(id)&order=id';
    expect(await rest.ids(`${path}&writer.name=eq.Bo`)).toEqual([3]);
    expect(await rest.ids(`${path}&authors.name=eq.Bo`)).toEqual([3]);
  });
});
