import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { oneAtATime } from '../config/admission.ts';
import type { Client } from '../identity/client.ts';
import {
  ConcurrencyLimit,
  ClientDisconnectedError,
  type ConcurrencyRules,
} from './concurrency-limit.ts';
import { RecentClients } from './recent-users.ts';

const share = (number: number) => ({ alone: number, besideOthers: number });

const limitTo = (rules: Partial<ConcurrencyRules> = {}, recent?: RecentClients) =>
  new ConcurrencyLimit(
    {
      slots: 1,
      perAddress: share(100),
      perAccount: share(100),
      waiting: 1000,
      waitingPerAddress: 1000,
      waitingPerAccount: 1000,
      timeout: Infinity,
      ...rules,
    },
    recent,
  );

const at = (address: string, account: string | null = null): Client => ({ address, account });

/** Creates work that ends when `end` is called, and records the order in which it began. */
const createWorks = (limit: ConcurrencyLimit) => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    ask: (client: Client, name: string) =>
      limit.run(client, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      }),
    end: (name: string) => ends.get(name)?.(),
  };
};

describe('slots', () => {
  it('are given to waiting clients before a second one to another client with a hundred requests', async () => {
    const limit = limitTo();
    const { begun, ask, end } = createWorks(limit);
    const asked = [ask(at('greedy'), 'first')];
    for (let number = 0; number < 100; number += 1) asked.push(ask(at('greedy'), `${number}`));
    asked.push(ask(at('other'), 'other'), ask(at('third'), 'third'));
    for (const name of ['first', 'other', 'third', '0', '1']) {
      await expect.poll(() => begun.at(-1)).toBe(name);
      end(name);
    }
    for (let number = 2; number < 100; number += 1) {
      await expect.poll(() => begun.at(-1), { interval: 0 }).toBe(`${number}`);
      end(`${number}`);
    }
    await Promise.all(asked);
    expect(limit.load).toEqual({ used: 0, waiting: 0 });
  });

  it('are given to the account at an address that has used the least time', async () => {
    const { begun, ask, end } = createWorks(limitTo());
    void ask(at('school', 'greedy'), 'first');
    for (const name of ['a', 'b', 'c']) void ask(at('school', 'greedy'), name);
    void ask(at('school', 'other'), 'other');
    for (const name of ['first', 'other', 'a', 'b', 'c']) {
      await expect.poll(() => begun.at(-1)).toBe(name);
      end(name);
    }
  });

  it('are given to a client with short work several times before another whose work takes long', async () => {
    const limit = limitTo();
    const begun: string[] = [];
    const work = (name: string, time: number) =>
      limit.run(at(name), () => {
        begun.push(name);
        return delay(time);
      });
    await Promise.all([
      ...Array.from({ length: 2 }, () => work('long', 200)),
      ...Array.from({ length: 5 }, () => work('short', 1)),
    ]);
    expect(begun).toEqual(['long', ...Array.from({ length: 5 }, () => 'short'), 'long']);
  });

  it('are never all held by one client, so that a new client gets one at once', async () => {
    const { begun, ask } = createWorks(limitTo({ slots: 4, perAddress: share(2) }));
    for (const name of ['a', 'b', 'c']) void ask(at('greedy'), name);
    void ask(at('other'), 'other');
    expect(begun).toEqual(['a', 'b', 'other']);
  });

  it('are counted for an account at all its addresses together', () => {
    const { begun, ask } = createWorks(limitTo({ slots: 4, perAccount: share(1) }));
    void ask(at('home', 'ann'), 'at home');
    void ask(at('work', 'ann'), 'at work');
    void ask(at('work', 'bob'), 'of another');
    expect(begun).toEqual(['at home', 'of another']);
  });

  it('are fewer for a client while other clients hold some', async () => {
    const perAddress = { alone: 3, besideOthers: 1 };
    const { begun, ask, end } = createWorks(limitTo({ slots: 4, perAddress }));
    for (const name of ['a', 'b', 'c', 'd']) void ask(at('greedy'), name);
    expect(begun).toEqual(['a', 'b', 'c']);
    void ask(at('other'), 'other');
    for (const name of ['a', 'b']) end(name);
    for (const name of ['next', 'after']) void ask(at('greedy'), name);
    await Promise.resolve();
    expect(begun).toEqual(['a', 'b', 'c', 'other']);
    end('c');
    await expect.poll(() => begun).toEqual(['a', 'b', 'c', 'other', 'd']);
    // The other one leaves, and soon counts as gone.
    end('other');
    await expect.poll(() => begun, { timeout: 5000 }).toContain('after');
  });

  it('are fewer for a client while others hold slots of a limit with the same recent clients', () => {
    const recent = new RecentClients();
    const rules = { slots: 8, perAccount: { alone: 4, besideOthers: 1 } };
    const [reads, writes] = [limitTo(rules, recent), limitTo(rules, recent)];
    const greedy = at('address', 'greedy');
    expect([reads.tryAcquire(greedy), reads.tryAcquire(greedy)]).toEqual([true, true]);
    writes.tryAcquire(at('address', 'other'));
    expect(reads.tryAcquire(greedy)).toBe(false);
  });

  it('are refused with 429 to a client with too many waiting requests, and with 503 when all clients together have too many', async () => {
    const limit = limitTo({ waiting: 4, waitingPerAddress: 3, waitingPerAccount: 2 });
    const { ask } = createWorks(limit);
    void ask(at('first'), 'first');
    for (const name of ['a', 'b']) void ask(at('school', 'ann'), name);
    await expect(ask(at('school', 'ann'), 'c')).rejects.toMatchObject({ status: 429 });
    void ask(at('school', 'bob'), 'd');
    await expect(ask(at('school', 'cleo'), 'e')).rejects.toMatchObject({
      status: 429,
      headers: { 'Retry-After': '1' },
    });
    void ask(at('home'), 'f');
    await expect(ask(at('work'), 'g')).rejects.toMatchObject({ status: 503 });
    expect(() => limit.check(at('work'))).toThrow('Too many requests are waiting');
    expect(limit.load).toEqual({ used: 1, waiting: 4 });
  });

  it('time out with 503 when other clients hold them, and with 429 when the client itself does', async () => {
    const limit = limitTo({ slots: 2, perAddress: share(1), timeout: 20 });
    const { ask } = createWorks(limit);
    void ask(at('first'), 'a');
    await expect(ask(at('first'), 'b')).rejects.toMatchObject({ status: 429 });
    void ask(at('second'), 'c');
    await expect(ask(at('third'), 'd')).rejects.toMatchObject({ status: 503 });
    expect(limit.load).toEqual({ used: 2, waiting: 0 });
  });

  it('are not given to a client that has disconnected', async () => {
    const limit = limitTo();
    const { begun, ask, end } = createWorks(limit);
    const gone = new AbortController();
    void ask(at('first'), 'first');
    const left = ask({ ...at('gone'), disconnected: () => gone.signal }, 'gone');
    void ask(at('other'), 'other');
    gone.abort();
    await expect(left).rejects.toThrow(ClientDisconnectedError);
    end('first');
    await expect.poll(() => begun).toEqual(['first', 'other']);
    const late = ask({ ...at('gone'), disconnected: () => gone.signal }, 'late');
    await expect(late).rejects.toThrow(ClientDisconnectedError);
  });

  it('are free again when the work throws', async () => {
    const limit = limitTo();
    await expect(limit.run(at('a'), () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    );
    expect(limit.load).toEqual({ used: 0, waiting: 0 });
  });
});

describe('slots of which each account has one at a time', () => {
  it('are given to every other account once before the same account again', async () => {
    const turns = new ConcurrencyLimit(oneAtATime(2));
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const ask = (account: string, name: string) =>
      turns.run({ address: '192.0.2.1', account }, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      });
    const asked = ['a1', 'a2', 'a3', 'b1', 'c1'].map((name) => ask(name.slice(0, 1), name));
    expect(begun).toEqual(['a1', 'b1']);
    for (const [ended, next] of [
      ['a1', 'c1'],
      ['c1', 'a2'],
      ['a2', 'a3'],
    ] as const) {
      ends.get(ended)?.();
      await expect.poll(() => begun.at(-1)).toBe(next);
    }
    for (const name of ['b1', 'a3']) ends.get(name)?.();
    await Promise.all(asked);
    expect(turns.load).toEqual({ used: 0, waiting: 0 });
  });

  it('are given to the next request after work that failed', async () => {
    const turns = new ConcurrencyLimit(oneAtATime(1));
    const client = { address: '192.0.2.1', account: 'a' };
    const failed = turns.run(client, () => Promise.reject(new Error('no')));
    const next = turns.run(client, () => Promise.resolve('done'));
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('done');
  });
});
