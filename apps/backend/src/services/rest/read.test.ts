import { describe, expect, it } from 'vitest';
import { startRest } from './fixtures/running-rest.ts';

const rest = await startRest();

describe('columns', () => {
  it('are printed as PostgreSQL prints them in JSON', async () => {
    const { text } = await rest.request('books?id=eq.1');
    expect(text).toBe(
      '[{"id":1,"author_id":1,"title":"Alpha","pages":90,"price":1.50,"tags":["red","blue"],' +
        '"facts":{"marks": [1, 2], "shelf": {"row": 3}},"is_lent":true,"cover":"\\\\x6869",' +
        '"added_at":"2026-01-02T03:04:05.678901+00:00"}]',
    );
  });

  it('can be selected, renamed and cast', async () => {
    expect(
      await rest.get('books?id=eq.1&select=title,cost:price::text,pages::float8,id::"x"'),
    ).toMatchObject({
      status: 400,
    });
    expect(
      await rest.get('books?id=eq.1&select=title,cost:price::text,pages::double precision'),
    ).toEqual([{ title: 'Alpha', cost: '1.50', pages: 90 }]);
    expect(await rest.get('authors?id=eq.1&select=mood::text')).toEqual([{ mood: 'calm' }]);
  });

  it('can be read by JSON paths, whatever their type', async () => {
    expect(
      await rest.get(
        'books?id=eq.1&select=facts->shelf->>row,m:facts->marks->1,facts->marks->0,tags->>0',
      ),
    ).toEqual([{ row: '3', m: 2, marks: 1, tags: 'red' }]);
  });

  it('are refused by name if they are unknown', async () => {
    expect(await rest.get('books?select=nope')).toEqual({
      status: 400,
      json: {
        code: '42703',
        details: null,
        hint: null,
        message: 'column books.nope does not exist',
      },
    });
    expect(await rest.refusal('books?nope=eq.1')).toBe('400 42703');
    expect(await rest.refusal('books?order=nope')).toBe('400 42703');
    expect(await rest.refusal('books?select=id::nope')).toBe('400 42704');
    expect(await rest.refusal('books?select=authors(nope)')).toBe('400 42703');
  });

  it('can have any name in a select and in a filter', async () => {
    const table = encodeURIComponent('odd "names", (all)');
    const select = encodeURIComponent('"a.b",found:"sel\\"ect"');
    expect(await rest.get(`${table}?select=${select}&"a.b"=eq.1&"sel%5C%22ect"=like.o*`)).toEqual([
      { 'a.b': 1, found: 'odd' },
    ]);
  });
});

describe('filters', () => {
  it.each([
    ['id=eq.2', [2]],
    ['id=neq.2', [1, 3, 4]],
    ['id=gt.2', [3, 4]],
    ['id=gte.2', [2, 3, 4]],
    ['id=lt.2', [1]],
    ['id=lte.2', [1, 2]],
    ['title=like.*a', [1]],
    ['title=ilike.*A*', [1, 2, 3]],
    ['title=like.%25second', [2]],
    ['id=in.(1,3,77)', [1, 3]],
    ['title=in.(Alpha,"Beta, the second")', [1, 2]],
    ['id=in.()', []],
    ['is_lent=is.true', [1, 4]],
    ['is_lent=is.unknown', [3]],
    ['is_lent=is.null', [3]],
    ['is_lent=is.not_null', [1, 2, 4]],
    ['is_lent=not.is.false', [1, 3, 4]],
    ['tags=cs.{red}', [1, 4]],
    ['tags=cd.{blue,red}', [1, 2, 3, 4]],
    ['tags=ov.{blue,green}', [1, 2]],
    ['facts=cs.{"marks":[1]}', [1]],
    ['facts->shelf->>row=eq.3', [1]],
    ['facts->marks=eq.[]', [4]],
    ['price=eq.1.5', [1]],
    ['cover=eq.%5Cx6869', [1]],
    ['added_at=lt.2026-01-02T03:04:06Z', [1, 2, 3, 4]],
    ['id=not.in.(1,2)', [3, 4]],
    ['id=gt.1&id=lt.4', [2, 3]],
    ['or=(id.eq.1,and(pages.gt.100,is_lent.is.false))', [1, 2]],
    ['not.or=(id.eq.1,id.eq.2)', [3, 4]],
    ['id=eq(any).{1,4,77}', [1, 4]],
    ['id=eq(all).{1,4}', []],
    ['id=not.eq(any).{1,4}', [2, 3]],
    ['id=gt(any).{3,1}', [2, 3, 4]],
    ['id=gte(all).{3,1}', [3, 4]],
    ['id=lt(all).{3,4}', [1, 2]],
    ['id=lte(any).{1,3}', [1, 2, 3]],
    ['title=like(any).{Alp*,*second}', [1, 2]],
    ['title=ilike(all).{*A*,B*}', [2]],
    ['or=(id.eq(any).{1,2},title.like(all).{N*,*y*})', [1, 2, 4]],
    ['and=(id.not.eq(any).{1,2},id.lt.4)', [3]],
    ['or=(title.eq."Nobody\'s",tags.cs.{red,blue})', [1, 4]],
    ['and=(id.not.eq.1,or(id.eq.1,id.eq.3))', [3]],
    [`title=eq.${encodeURIComponent('Gamma "quoted" \\ (and) more')}`, [3]],
  ])('%s', async (filter, expected) => {
    expect(await rest.ids(`books?select=id&order=id&${filter}`)).toEqual(expected);
  });

  it('are refused with PostgreSQL’s error if their values do not fit the column', async () => {
    expect(await rest.refusal('books?id=eq.x')).toBe('400 22P02');
    expect(await rest.refusal('books?title=is.true')).toBe('400 42804');
    expect(await rest.refusal('books?added_at=gt.yesterdayish')).toBe('400 22007');
    expect(await rest.refusal('books?pages=cs.{1}')).toBe('404 42883');
    expect(await rest.refusal('books?id=eq(any).1')).toBe('400 22P02');
  });
});

describe('a read', () => {
  it('sorts by several columns, directions and positions of nulls', async () => {
    expect(await rest.ids('books?select=id&order=is_lent.desc.nullslast,id.desc')).toEqual([
      4, 1, 2, 3,
    ]);
    expect(await rest.ids('books?select=id&order=price')).toEqual([4, 1, 2, 3]);
    expect(await rest.ids('books?select=id&order=price.nullsfirst')).toEqual([3, 4, 1, 2]);
    expect(
      await rest.ids('books?select=id&order=facts->shelf->>row.desc.nullslast&limit=2'),
    ).toEqual([1, 2]);
  });

  it('returns the part of a limit and an offset, and its range', async () => {
    const { status, headers, json } = await rest.request(
      'books?select=id&order=id&limit=2&offset=1',
    );
    expect({ status, json }).toEqual({ status: 200, json: [{ id: 2 }, { id: 3 }] });
    expect(headers.get('content-range')).toBe('1-2/*');
  });

  it('returns the part of the header Range, or its intersection with the parameters', async () => {
    const range = async (header: string, parameters = '') =>
      rest.request(`books?select=id&order=id${parameters}`, { headers: { Range: header } });
    expect((await range('1-2')).json).toEqual([{ id: 2 }, { id: 3 }]);
    expect((await range('2-')).json).toEqual([{ id: 3 }, { id: 4 }]);
    expect((await range('1-9', '&limit=2')).json).toEqual([{ id: 2 }]);
    expect((await range('3-1')).status).toBe(416);
    expect((await range('nonsense')).json).toHaveLength(4);
  });

  it('returns the total for an exact count, and a part with status 206', async () => {
    const counted = async (path: string, method = 'GET') => {
      const { status, headers } = await rest.request(path, {
        method,
        headers: { Prefer: 'count=exact' },
      });
      expect(headers.get('preference-applied')).toBe(status === 416 ? null : 'count=exact');
      return `${status} ${headers.get('content-range')}`;
    };
    expect(await counted('books?limit=3')).toBe('206 0-2/4');
    expect(await counted('books')).toBe('200 0-3/4');
    expect(await counted('books?id=gt.2')).toBe('200 0-1/2');
    expect(await counted('books?id=gt.99')).toBe('200 */0');
    expect(await counted('books?offset=4')).toBe('206 */4');
    expect(await counted('books?offset=5')).toBe('416 */4');
    expect(await counted('books?limit=0')).toBe('206 */4');
    expect(await counted('books', 'HEAD')).toBe('200 0-3/4');
    expect(await counted('books?limit=1', 'HEAD')).toBe('206 0-0/4');
  });

  it('is refused for impossible limits, and ignores limits that are not numbers', async () => {
    expect(await rest.refusal('books?limit=-1')).toBe('416 PGRST103');
    expect(await rest.refusal('books?limit=0&offset=2')).toBe('416 PGRST103');
    expect(await rest.ids('books?select=id&order=id&limit=all')).toEqual([1, 2, 3, 4]);
    expect(await rest.get('books?offset=99999999999999999999')).toEqual([]);
  });

  it('subtracts a negative offset from the limit, and ignores it without a limit', async () => {
    const part = async (parameters: string) => {
      const { headers, json } = await rest.request(`books?select=id&order=id${parameters}`);
      return { json, range: headers.get('content-range') };
    };
    expect(await part('&offset=-4')).toMatchObject({ range: '0-3/*' });
    expect(await part('&offset=-1&limit=3')).toEqual({
      json: [{ id: 1 }, { id: 2 }],
      range: '0-1/*',
    });
    expect(await part('&offset=-3&limit=3')).toEqual({ json: [], range: '*/*' });
    expect(await rest.refusal('books?offset=-9&limit=3')).toBe('416 PGRST103');
    expect(await rest.refusal('authors?select=id,books(id)&books.offset=-1')).toBe('400 2201X');
  });

  it('has its query as Content-Location, whatever the order of the parameters', async () => {
    const location = async (path: string) =>
      (await rest.request(path)).headers.get('content-location');
    const all = '/books?id=gt.1,lt.4&limit=2&select=id%2C%22title%22';
    expect(await location('books?select=id,"title"&id=gt.1&limit=2&id=lt.4')).toBe(all);
    expect(await location('books?limit=2&id=gt.1&select=id,"title"&id=lt.4')).toBe(all);
    expect(await location('books?apikey=secret')).toBe('/books');
  });

  it('has no body by HEAD', async () => {
    const { status, text, headers } = await rest.request('books', { method: 'HEAD' });
    expect({ status, text }).toEqual({ status: 200, text: '' });
    expect(headers.get('content-range')).toBe('0-3/*');
  });
});

describe('a single object', () => {
  const single = { headers: { Accept: 'application/vnd.pgrst.object+json' } };

  it('is returned for one row', async () => {
    const { json, headers } = await rest.request('books?id=eq.1&select=id', single);
    expect(json).toEqual({ id: 1 });
    expect(headers.get('content-type')).toBe('application/vnd.pgrst.object+json; charset=utf-8');
  });

  it('is refused for no row and for several', async () => {
    expect(await rest.get('books?id=eq.99', single)).toEqual({
      status: 406,
      json: {
        code: 'PGRST116',
        details: 'The result contains 0 rows',
        hint: null,
        message: 'Cannot coerce the result to a single JSON object',
      },
    });
    expect(await rest.refusal('books', single)).toBe('406 PGRST116');
  });

  it('can be one of several accepted media types', async () => {
    const type = async (accept: string) => {
      const { status, headers } = await rest.request('books?id=eq.1', {
        headers: { Accept: accept },
      });
      return `${status} ${headers.get('content-type')}`;
    };
    const array = '200 application/json; charset=utf-8';
    expect(await type('*/*')).toBe(array);
    expect(await type('text/html, application/json;q=0.5')).toBe(array);
    expect(await type('application/json;q=0.1, application/vnd.pgrst.object+json')).toContain(
      'object',
    );
    for (const refused of [
      'text/csv',
      'application/geo+json',
      'application/vnd.pgrst.array+json;nulls=stripped',
    ]) {
      const { refusal } = await rest.request('books', { headers: { Accept: refused } });
      expect({ refused, refusal }).toEqual({ refused, refusal: '406 PGRST107' });
    }
  });
});
