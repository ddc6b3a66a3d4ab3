import { describe, expect, it } from 'vitest';
import { startRest, type TestRequest } from './fixtures/running-rest.ts';

const rest = await startRest({
  limits: {
    embedDepth: 2,
    embeds: 3,
    embedRows: 3,
    responseBytes: 2000,
  },
});

const refusal = async (path: string, request: TestRequest = {}) => {
  const { status, json } = await rest.request(path, request);
  return { status, ...(typeof json === 'object' ? json : {}) };
};

const refused = (message: string) => ({
  status: 400,
  code: '54000',
  message,
  details: null,
  hint: 'Request less at once',
});

const returning = { headers: { Prefer: 'return=representation' } };

describe('a request', () => {
  it('is refused by name if its embeds are nested deeper than the limit', async () => {
    expect((await rest.request('books?select=authors(books(id))&id=eq.3')).status).toBe(200);
    expect(await refusal('books?select=authors(books(authors(id)))')).toEqual(
      refused('Embeds are nested deeper than 2 levels'),
    );
  });

  it('is refused by name if it has more embeds than the limit', async () => {
    const embeds = ['a:authors(id)', 'b:authors(id)', 'summaries(text)', 'c:authors(id)'];
    expect((await rest.request(`books?select=${embeds.slice(1).join()}`)).status).toBe(200);
    expect(await refusal(`books?select=${embeds.join()}`)).toEqual(
      refused('The request has more than 3 embeds'),
    );
  });

  it('is refused by name if its embeds have more rows than the limit, counting all parents', async () => {
    expect((await rest.request('authors?select=books(id)&order=id&limit=3')).json).toEqual([
      { books: [{ id: 1 }, { id: 2 }] },
      { books: [{ id: 3 }] },
      { books: [] },
    ]);
    const words = refused('The embeds return more than 3 rows');
    // Two books of Ada, whose two authors have three other books.
    expect(await refusal('books?select=authors(books(id))&order=id&limit=2')).toEqual(words);
    expect(await refusal('authors?select=books(id,books_genres(genre_id))')).toEqual(words);
    expect(
      await refusal('rpc/books_by?author=1&select=books_genres(genre_id),authors(books(id))'),
    ).toEqual(words);
  });

  it('has a limit of embedded rows of its own', async () => {
    for (let time = 0; time < 5; time += 1) {
      expect((await rest.request('authors?select=books(id)&order=id')).status).toBe(200);
    }
  });

  it('writes nothing if it exceeds a limit', async () => {
    const path = 'people?select=people(id)';
    const body = [5, 6].map((id) => ({ id, name: 'x'.repeat(1200), boss_id: 1 }));
    const answer = await refusal('people', { method: 'POST', body, ...returning });
    expect(answer).toEqual(refused('The response has more than 2000 bytes'));
    expect((await rest.request(`${path}&id=eq.1`)).json).toEqual([
      { people: [{ id: 2 }, { id: 3 }] },
    ]);
    const [kept] = body;
    expect((await refusal('people', { method: 'POST', body: kept, ...returning })).status).toBe(
      201,
    );
    expect((await rest.request('people?id=eq.5', { method: 'DELETE' })).status).toBe(204);
  });
});

describe('a response', () => {
  const tooLarge = refused('The response has more than 2000 bytes');

  it('is refused by name if it is larger than the limit, whatever it is made of', async () => {
    await rest.admin.unsafe(
      `create view long_lines as select n, repeat('x', 100) as line from generate_series(1, 30) as n;
       grant select on long_lines to service_role;
       create function long_text(size int) returns text language sql as $$ select repeat('x', size) $$;
       notify pgrst, 'reload schema'`,
    );
    await expect.poll(async () => (await rest.request('long_lines?limit=1')).status).toBe(200);
    expect(await refusal('long_lines')).toEqual(tooLarge);
    expect(await refusal('long_lines?select=line,n&limit=20')).toEqual(tooLarge);
    expect(
      await refusal('long_lines?limit=20', {
        headers: { Accept: 'application/vnd.pgrst.object+json' },
      }),
    ).toEqual(tooLarge);
    expect(await refusal('rpc/numbers_to?most=1000')).toEqual(tooLarge);
    expect(await refusal('rpc/long_text', { method: 'POST', body: { size: 3000 } })).toEqual(
      tooLarge,
    );
  });

  it('is unchanged within the limit', async () => {
    const lines = Array.from({ length: 15 }, (_, at) => ({ n: at + 1, line: 'x'.repeat(100) }));
    expect((await rest.request('long_lines?order=n&limit=15')).json).toEqual(lines);
    const text = await rest.request('rpc/long_text', { method: 'POST', body: { size: 1900 } });
    expect(text.json).toBe('x'.repeat(1900));
    expect((await rest.request('rpc/numbers_to?most=3')).json).toEqual([1, 2, 3]);
  });

  it('has no limit if it has no body', async () => {
    const { status } = await rest.request('long_lines', { method: 'HEAD' });
    expect(status).toBe(200);
  });

  it('is refused before all rows are read', async () => {
    // Reading the hundredth row would be a division by zero.
    await rest.admin.unsafe(
      `create view far_too_much as
         select repeat('x', 1000) as line, 1 / (100 - n) as share from generate_series(1, 900) as n;
       grant select on far_too_much to service_role;
       notify pgrst, 'reload schema'`,
    );
    await expect.poll(async () => (await rest.request('far_too_much?limit=0')).status).toBe(200);
    expect(await refusal('far_too_much')).toEqual(tooLarge);
    expect(await refusal('far_too_much?offset=50')).toMatchObject({ code: '54000' });
    expect(await refusal('far_too_much?offset=98')).toMatchObject({ code: '22012' });
  });
});
