import { beforeAll, describe, expect, it } from 'vitest';
import { startRest, type TestRequest } from './fixtures/running-rest.ts';

const rest = await startRest({ maximumRows: 100 });
beforeAll(async () => {
  await rest.admin`analyze public.numbers`;
});

const range = async (path: string, count: string, options: TestRequest = {}) => {
  const { status, headers } = await rest.request(path, {
    ...options,
    headers: { Prefer: `count=${count}` },
  });
  return `${status} ${headers.get('content-range')}`;
};

describe('a count', () => {
  it.each(['exact', 'estimated', 'planned'])(
    'that is %s counts what the caller may see',
    async (count) => {
      expect(await range('numbers?number=lte.40', count)).toBe('200 0-39/40');
      expect(await range('numbers?limit=5', count, { as: 'visitor' })).toBe('206 0-4/300');
      expect(await range('numbers', count, { method: 'HEAD' })).toBe('206 0-99/300');
      // The planner would estimate half of them, since it does not know what the policy refuses.
      expect(await range('numbers?number=eq.7', count, { method: 'HEAD' })).toBe('200 0-0/1');
    },
  );

  it('of written rows or of a function’s rows is exact, and missing if it is planned', async () => {
    const body = { title: 'One more' };
    expect(await range('books', 'estimated', { method: 'POST', body })).toBe('201 */1');
    expect(await range('books', 'planned', { method: 'POST', body })).toBe('201 */*');
    expect(await range('rpc/numbers_to?most=3', 'estimated')).toBe('200 0-2/3');
    expect(await range('rpc/numbers_to?most=3', 'planned')).toBe('200 0-2/*');
  });

  it('is listed in Preference-Applied', async () => {
    const { headers } = await rest.request('numbers', { headers: { Prefer: 'count=planned' } });
    expect(headers.get('preference-applied')).toBe('count=planned');
  });
});

describe('isdistinct', () => {
  it('compares as PostgreSQL does, nulls included', async () => {
    const ids = async (filter: string) => (await rest.request(`books?${filter}&select=id`)).json;
    expect(await ids('author_id=isdistinct.1&id=lt.5&order=id')).toEqual([{ id: 3 }, { id: 4 }]);
    expect(await ids('or=(author_id.not.isdistinct.2,id.eq.4)&order=id')).toEqual([
      { id: 3 },
      { id: 4 },
    ]);
  });
});
