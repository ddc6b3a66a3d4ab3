import { describe, expect, it } from 'vitest';
import { startRest } from './fixtures/running-rest.ts';

const rest = await startRest();

describe('a view', () => {
  it('is embedded, and embedded in, by the foreign keys whose columns it shows', async () => {
    expect(await rest.get('plain_books?select=id,authors(name),summaries(text)&id=eq.1')).toEqual([
      { id: 1, authors: { name: 'Ada' }, summaries: { text: 'The first' } },
    ]);
    expect(await rest.get('authors?select=name,plain_books(id)&id=eq.2')).toEqual([
      { name: 'Bo', plain_books: [{ id: 3 }] },
    ]);
    expect(await rest.get('plain_books?select=id,genres(name)&id=eq.1&genres.order=id')).toEqual([
      { id: 1, genres: [{ name: 'Prose' }, { name: 'Verse' }] },
    ]);
  });

  it('is related to other views of the same unexposed tables', async () => {
    expect(
      await rest.get('shops?select="the {name}",prices(price,books(title))&number=eq.2'),
    ).toEqual([{ 'the {name}': 'Market', prices: [{ price: 3, books: { title: 'Alpha' } }] }]);
    expect(
      await rest.get(
        'shops?select=number,plain_books!prices(id)&order=number&plain_books.order=id',
      ),
    ).toEqual([
      { number: 1, plain_books: [{ id: 1 }, { id: 2 }] },
      { number: 2, plain_books: [{ id: 1 }] },
    ]);
  });

  it('has the relationships of the columns that it shows of another view', async () => {
    expect(await rest.get('cheap?select=price,shops("the {name}")&order=price')).toEqual([
      { price: 2, shops: { 'the {name}': 'Corner' } },
      { price: 3, shops: { 'the {name}': 'Market' } },
    ]);
  });

  it('has the relationships of each table that it joins', async () => {
    expect(await rest.get('works?select=name,summaries(text)&id=eq.1')).toEqual([
      { name: 'Alpha', summaries: { text: 'The first' } },
    ]);
    expect(await rest.get('works?select=name,authors!author_id(name)&id=eq.1')).toEqual([
      { name: 'Alpha', authors: { name: 'Ada' } },
    ]);
  });

  it('has no relationship by a foreign key whose columns it lacks', async () => {
    const { refusal } = await rest.request('titles?select=title,authors(name)');
    expect(refusal).toBe('400 PGRST200');
    expect((await rest.request('short_books?select=id,authors(name)')).refusal).toBe(
      '400 PGRST200',
    );
  });

  it('is not embedded by the name of a foreign key, which stands for the table', async () => {
    expect((await rest.request('prices?select=prices_shop_id_fkey(number)')).refusal).toBe(
      '400 PGRST200',
    );
    expect(
      await rest.get('prices?select=price,shops!prices_shop_id_fkey(number)&price=eq.3'),
    ).toEqual([{ price: 3, shops: { number: 2 } }]);
  });

  it('is upserted by the primary key of its table', async () => {
    const upsert = (body: unknown, path = 'plain_books') =>
      rest.request(path, {
        method: 'POST',
        body,
        headers: { Prefer: 'return=representation,resolution=merge-duplicates' },
      });
    const changed = await upsert({ id: 1, title: 'Changed', author_id: 1 });
    expect({ status: changed.status, json: changed.json }).toEqual({
      status: 200,
      json: [{ id: 1, author_id: 1, title: 'Changed', pages: 90 }],
    });
    const made = await upsert(
      { id: 70, title: 'Made', author_id: 1 },
      'plain_books?select=id,authors(name)',
    );
    expect({ status: made.status, json: made.json }).toEqual({
      status: 201,
      json: [{ id: 70, authors: { name: 'Ada' } }],
    });
    const { headers } = await rest.request('plain_books', {
      method: 'POST',
      body: { id: 71, title: 'Located' },
      headers: { Prefer: 'return=headers-only' },
    });
    expect(headers.get('location')).toBe('/plain_books?id=eq.71');
  });
});
