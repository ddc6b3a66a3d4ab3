import { describe, expect, it } from 'vitest';
import { startRest, type TestRequest } from './fixtures/running-rest.ts';

const rest = await startRest();

const send = (path: string, options: TestRequest) => rest.request(`rpc/${path}`, options);

const sendBody = (path: string, body?: unknown, options: TestRequest = {}) =>
  send(path, { method: 'POST', body, ...options });

const post = async (...request: Parameters<typeof sendBody>) => {
  const { status, json } = await sendBody(...request);
  return { status, json };
};

const get = async (path: string) => {
  const { status, json } = await send(path, {});
  return { status, json };
};

const postRefusal = async (...request: Parameters<typeof sendBody>) =>
  (await sendBody(...request)).refusal;

const getRefusal = async (path: string) => (await send(path, {})).refusal;

const ok = (json: unknown) => ({ status: 200, json });

describe('arguments', () => {
  it('are given by name, in the body or in the query string, or have their defaults', async () => {
    expect(await post('add_numbers', { b: 2, a: 1 })).toEqual(ok(3));
    expect(await post('add_numbers', { a: 1 })).toEqual(ok(11));
    expect(await get('add_numbers?a=1&b=2')).toEqual(ok(3));
    expect(await get('add_numbers?a=1')).toEqual(ok(11));
    expect(await post('add_numbers', { a: null, b: 2 })).toEqual(ok(null));
  });

  it('are refused with PostgreSQL’s error if they do not fit their types', async () => {
    expect(await postRefusal('add_numbers', { a: 'one' })).toBe('400 22P02');
    expect(await getRefusal('add_numbers?a=one')).toBe('400 22P02');
  });

  it('select the overload, also after another one was called', async () => {
    for (let time = 0; time < 2; time += 1) {
      expect(await post('overloaded', {})).toEqual(ok('nothing'));
      expect(await post('overloaded', { A: 1 })).toEqual(ok('a body'));
    }
  });

  it('decide which function is called', async () => {
    expect(await post('add_numbers', { a: 1, c: 2 })).toEqual({
      status: 404,
      json: {
        code: 'PGRST202',
        details:
          'Searched for the function public.add_numbers with parameters a, c or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
        hint: 'Perhaps you meant to call the function public.add_numbers(a, b)',
        message: 'Could not find the function public.add_numbers(a, c) in the schema cache',
      },
    });
    expect(await postRefusal('add_numbers', {})).toBe('404 PGRST202');
    expect(await post('nothing_like_it')).toMatchObject({
      status: 404,
      json: {
        message:
          'Could not find the function public.nothing_like_it without parameters in the schema cache',
      },
    });
    expect(await post('describe', { thing: 1 })).toMatchObject({
      status: 300,
      json: {
        code: 'PGRST203',
        message:
          'Could not choose the best candidate function between: public.describe(thing => integer), public.describe(thing => text)',
      },
    });
  });

  it('are refused by name if they are variadic', async () => {
    expect(await postRefusal('join_all', { parts: ['a'] })).toBe('400 PGRST127');
  });

  it('are read from the first object of a list', async () => {
    expect(await post('add_numbers', [{ a: 1 }, { a: 2 }])).toEqual(ok(11));
    expect(await post('books_by?select=id', [{ author: 2 }, { author: 1 }])).toEqual(
      ok([{ id: 3 }]),
    );
  });

  it('consist of the whole body for an unnamed parameter if no function has its keys', async () => {
    expect(await post('keys_of', { a: 1, 'b c': [2] })).toEqual(ok(['a', 'b c']));
    expect(await post('keys_of?limit=1', { a: 1, b: 2 })).toEqual(ok(['a']));
    expect(await post('keys_of')).toEqual(ok([]));
    expect(await post('add_up', { one: 1, other: 2 })).toEqual(ok(3));
    expect(await postRefusal('add_up', [{ one: 1 }])).toBe('400 22P02');
    expect(await postRefusal('keys_of', [])).toBe('400 22023');
    expect(await getRefusal('keys_of?a=1')).toBe('404 PGRST202');
  });
});

describe('results', () => {
  it('are values, lists of values, rows, or lists of rows', async () => {
    expect(await post('as_json')).toEqual(ok({ a: [1, null] }));
    expect(await post('numbers_to', { most: 3 })).toEqual(ok([1, 2, 3]));
    expect(await post('numbers_to', { most: 0 })).toEqual(ok([]));
    expect(await post('one_book?select=id,title', { book: 1 })).toEqual(
      ok({ id: 1, title: 'Alpha' }),
    );
    expect(await post('statistics')).toEqual(ok([{ books: 4, pages: 590 }]));
    expect(await post('books_by?select=id', { author: 1 })).toEqual(ok([{ id: 1 }, { id: 2 }]));
  });

  it('have status 204 and no content for void functions', async () => {
    const { status, text } = await rest.request('rpc/do_nothing', { method: 'POST' });
    expect({ status, text }).toEqual({ status: 204, text: '' });
  });

  it('can be selected from, filtered, ordered, limited and embedded in if they are rows', async () => {
    expect(await get('books_by?author=1&select=id,authors(name),genres(name)&id=gt.1')).toEqual(
      ok([{ id: 2, authors: { name: 'Ada' }, genres: [{ name: 'Prose' }] }]),
    );
    expect(await post('books_by?select=id&order=id.desc&limit=1', { author: 1 })).toEqual(
      ok([{ id: 2 }]),
    );
    expect(await get('books_by?author=1&select=nope')).toMatchObject({ json: { code: '42703' } });
    expect(await get('statistics?select=pages&pages=gt.1000')).toEqual(ok([]));
  });

  it('are counted', async () => {
    const { status, headers } = await rest.request('rpc/books_by?author=1&limit=1', {
      headers: { Prefer: 'count=exact' },
    });
    expect(`${status} ${headers.get('content-range')}`).toBe('206 0-0/2');
    const head = await rest.request('rpc/books_by?author=1', {
      method: 'HEAD',
      headers: { Prefer: 'count=exact' },
    });
    expect(`${head.status} ${head.headers.get('content-range')} ${head.text}`).toBe('200 0-1/2 ');
  });

  it('become one object when a single object is requested', async () => {
    const single = { headers: { Accept: 'application/vnd.pgrst.object+json' } };
    expect(await post('statistics', undefined, single)).toEqual(ok({ books: 4, pages: 590 }));
    expect(await postRefusal('books_by', { author: 1 }, single)).toBe('406 PGRST116');
    expect(await postRefusal('rename_books', { new_title: 'x' }, single)).toBe('406 PGRST116');
    expect(await rest.admin`select from books where title = 'x'`).toHaveLength(0);
  });
});

describe('transactions', () => {
  it('are read only for GET, and for functions that are not volatile', async () => {
    expect(await getRefusal('rename_books?new_title=x')).toBe('405 25006');
    expect(await rest.admin`select from books where title = 'x'`).toHaveLength(0);
  });

  it('are rolled back if they affect more rows than max-affected', async () => {
    const headers = { Prefer: 'handling=strict, max-affected=1' };
    expect(await postRefusal('rename_books', { new_title: 'x' }, { headers })).toBe('400 PGRST124');
    expect(await postRefusal('add_numbers', { a: 1 }, { headers })).toBe('400 PGRST128');
    expect(await rest.admin`select from books where title = 'x'`).toHaveLength(0);
    expect(await post('rename_books?select=id', { new_title: 'Renamed' })).toEqual(
      ok([{ id: 3 }, { id: 4 }]),
    );
  });

  it('have the caller’s role and claims', async () => {
    expect(await post('whoami', undefined, { as: 'visitor' })).toEqual(
      ok({ role: 'anon', sub: null }),
    );
    expect(await post('whoami', undefined, { as: { account: 'someone' } })).toEqual(
      ok({ role: 'authenticated', sub: 'someone' }),
    );
    expect(await post('whoami')).toEqual(ok({ role: 'service_role', sub: null }));
  });
});

describe('a function', () => {
  it('reads the path as in PostgREST, without the gateway’s prefix', async () => {
    const path = async (options: TestRequest) => (await send('request_path', options)).json;
    expect(await path({})).toBe('/rpc/request_path');
    expect(await path({ method: 'POST' })).toBe('/rpc/request_path');
  });
});

describe('errors raised by functions', () => {
  it.each([
    ['P0001', 400],
    ['PT402', 402],
    ['PT418', 418],
    ['PTXYZ', 500],
    ['PT999', 500],
    ['42501', 403],
    ['57014', 500],
    ['22023', 400],
    ['P0002', 500],
    ['40001', 500],
    ['40P01', 503],
    ['53300', 503],
    ['XX000', 500],
    ['ABCDE', 400],
  ])('%s have the status %i', async (raised, status) => {
    expect(await post('refuse', { code: raised, message: 'Not so' })).toEqual({
      status,
      json: { code: raised, details: 'why', hint: 'what now', message: 'Not so' },
    });
  });
});

describe('custom errors of functions', () => {
  const raised = (message: unknown, detail?: unknown) =>
    sendBody('answer_with', { message, detail });
  const said = JSON.stringify({ code: '123', message: 'ABC', details: 'DEF', hint: 'XYZ' });

  it('have the status, the headers and the body that were raised', async () => {
    const { status, headers, json } = await raised(
      said,
      JSON.stringify({ status: 332, headers: { 'X-Header': 'str' } }),
    );
    expect({ status, json }).toEqual({
      status: 332,
      json: { code: '123', message: 'ABC', details: 'DEF', hint: 'XYZ' },
    });
    expect(headers.get('x-header')).toBe('str');
    expect(headers.get('proxy-status')).toBe('PostgREST; error=123');
  });

  it('have no body if their status has none', async () => {
    const { status, text } = await raised(said, JSON.stringify({ status: 304, headers: {} }));
    expect({ status, text }).toEqual({ status: 304, text: '' });
    const empty = await sendBody('refuse', { code: 'PT204', message: 'x' });
    expect(empty.status).toBe(204);
  });

  it.each([
    ['no JSON', '{}', "Invalid JSON value for MESSAGE: 'no JSON'"],
    [said, undefined, 'DETAIL is missing in the RAISE statement'],
    [said, '{"status": 99}', `Invalid JSON value for DETAIL: '{"status": 99}'`],
    [
      said,
      '{"status": 200, "headers": {"a b": "c"}}',
      `Invalid JSON value for DETAIL: '{"status": 200, "headers": {"a b": "c"}}'`,
    ],
  ])('become PGRST121 if they are invalid: %s, %s', async (message, detail, details) => {
    const { status, json } = await raised(message, detail);
    expect({ status, json }).toMatchObject({ status: 500, json: { code: 'PGRST121', details } });
  });
});

describe('methods', () => {
  it('are refused unless they are POST, GET or HEAD', async () => {
    for (const method of ['PATCH', 'DELETE', 'PUT']) {
      const { status, json } = await rest.request('rpc/add_numbers?a=1', { method });
      expect({ status, json }).toMatchObject({
        status: 405,
        json: { code: 'PGRST101', message: `Cannot use the ${method} method on RPC` },
      });
    }
  });
});
