import { describe, expect, it, onTestFinished } from 'vitest';
import { RunningRest, startRest } from './fixtures/running-rest.ts';

const rest = await startRest();

describe('a caller', () => {
  it('reads only what its role may read', async () => {
    expect(await rest.ids('books?select=id&order=id', { as: 'visitor' })).toEqual([1, 2, 3, 4]);
    expect(await rest.refusal('genres', { as: 'visitor' })).toBe('401 42501');
    const account = { account: '00000000-0000-0000-0000-000000000001' };
    expect(await rest.refusal('authors', { as: account })).toBe('403 42501');
    expect(await rest.get('books?select=authors(name)&id=eq.1', { as: account })).toEqual([
      { authors: { name: 'Ada' } },
    ]);
    expect(await rest.refusal('books?select=authors(born)', { as: account })).toBe('403 42501');
    expect(
      await rest.refusal('books?select=id,authors(name)&authors.born=gt.1900-01-01', {
        as: account,
      }),
    ).toBe('403 42501');
  });

  it("receives an error in PostgREST's shape for invalid credentials", async () => {
    const { status, json, headers } = await rest.request('books', {
      as: { account: 'expired' },
    });
    expect({ status, json }).toEqual({
      status: 401,
      json: { code: 'PGRST303', details: null, hint: null, message: 'JWT expired' },
    });
    expect(headers.get('www-authenticate')).toBe(
      'Bearer error="invalid_token", error_description="JWT expired"',
    );
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    const wrong = await rest.request('books', { as: { account: 'wrong.signature.here' } });
    expect(wrong.json).toEqual({
      code: 'PGRST301',
      details: 'None of the keys was able to decode the JWT',
      hint: null,
      message: 'No suitable key or wrong key type',
    });
    const cut = await rest.request('books', { as: { account: 'wrong.cut' } });
    expect(cut.json).toMatchObject({
      code: 'PGRST301',
      message: 'Expected 3 parts in JWT; got 2',
    });
    expect((await rest.request('books', { headers: { apikey: 'wrong' } })).status).toBe(401);
  });
});

describe('schemas', () => {
  it('are refused unless they are exposed', async () => {
    expect(await rest.get('books', { headers: { 'Accept-Profile': 'hidden' } })).toEqual({
      status: 406,
      json: {
        code: 'PGRST106',
        details: null,
        hint: 'Only the following schemas are exposed: public, archive',
        message: 'Invalid schema: hidden',
      },
    });
    expect(await rest.refusal('secrets')).toBe('404 PGRST205');
  });

  it('are searched for a table with a similar name, which the error for an unknown table suggests', async () => {
    expect(await rest.get('boks')).toMatchObject({
      status: 404,
      json: { code: 'PGRST205', hint: "Perhaps you meant the table 'public.books'" },
    });
  });

  it('are read again after a notification', async () => {
    await rest.admin`create table public.fresh (id int)`;
    await rest.admin`grant select on public.fresh to service_role`;
    expect(await rest.refusal('fresh')).toBe('404 PGRST205');
    await rest.admin`notify pgrst, 'reload schema'`;
    await expect.poll(async () => (await rest.request('fresh')).status).toBe(200);
    await rest.admin`alter table public.fresh add column name text`;
    await rest.admin`notify pgrst`;
    await expect.poll(async () => (await rest.request('fresh?select=name')).status).toBe(200);
    await rest.admin`drop table public.fresh`;
    await rest.admin`notify pgrst, 'reload schema'`;
    await expect.poll(async () => (await rest.request('fresh')).status).toBe(404);
  });
});

describe('OPTIONS', () => {
  const allowed = async (path: string) => {
    const { status, headers, text } = await rest.request(path, { method: 'OPTIONS' });
    expect(text === '' || status >= 400).toBe(true);
    return `${status} ${headers.get('allow')}`;
  };

  it('lists the methods of a table, a view and a function', async () => {
    expect(await allowed('books')).toBe('200 OPTIONS,GET,HEAD,POST,PATCH,DELETE');
    expect(await allowed('short_books')).toBe('200 OPTIONS,GET,HEAD,POST,PATCH,DELETE');
    expect(await allowed('shelves')).toBe('200 OPTIONS,GET,HEAD');
    expect(await allowed('rpc/add_numbers?a=1')).toBe('200 OPTIONS,GET,HEAD,POST');
    expect(await allowed('rpc/rename_books?new_title=x')).toBe('200 OPTIONS,POST');
  });

  it('answers 404 for unknown tables and functions', async () => {
    expect(await allowed('nothing_like_it')).toBe('404 null');
    expect(await allowed('rpc/nothing_like_it')).toBe('404 null');
  });
});

describe('a feature that is not served', () => {
  it('is refused by name', async () => {
    expect(await rest.refusal('')).toBe('404 PGRST126');
    expect(await rest.refusal('books/1')).toBe('404 PGRST125');
    expect(await rest.refusal('rpc/a/b')).toBe('404 PGRST125');
    expect(await rest.refusal('books?id=eq.1', { method: 'PUT', body: { id: 1 } })).toBe(
      '405 PGRST117',
    );
    expect(await rest.refusal('books?select=id.sum()')).toBe('400 PGRST123');
    expect(await rest.refusal('books?select=...authors(name)')).toBe('400 PGRST127');
  });
});

describe('the maximum of rows', () => {
  it('limits every list in the response', async () => {
    const small = await RunningRest.start({ maximumRows: 2 });
    onTestFinished(() => small.stop());
    const { json, headers } = await small.request('books?select=id&order=id&limit=50', {
      headers: { Prefer: 'count=exact' },
    });
    expect(json).toEqual([{ id: 1 }, { id: 2 }]);
    expect(headers.get('content-range')).toBe('0-1/4');
    const people = await small.request('genres?select=id,books(id)&books.limit=9&order=id&limit=1');
    expect(people.json).toEqual([{ id: 1, books: [{ id: 1 }, { id: 2 }] }]);
  });
});
