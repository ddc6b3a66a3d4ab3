import { describe, expect, it } from 'vitest';
import { Turns } from './turns.ts';

/** Work that is done when it is told to be, and notes when it began. */
const startWork = () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { begun, work, end: (name: string) => ends.get(name)?.() };
};

describe('Turns', () => {
  it('has one piece of a key done at a time, and other keys before its next', async () => {
    const turns = new Turns(2);
    const { begun, work, end } = startWork();
    const greedy = ['a1', 'a2', 'a3'].map((name) => turns.take('a', work(name)));
    const modest = ['b1', 'c1'].map((name) => turns.take(name, work(name)));
    expect(begun).toEqual(['a1', 'b1']);
    end('a1');
    expect(await greedy[0]).toBe('a1');
    await expect.poll(() => begun).toEqual(['a1', 'b1', 'c1']);
    end('b1');
    expect(await modest[0]).toBe('b1');
    await expect.poll(() => begun).toEqual(['a1', 'b1', 'c1', 'a2']);
    end('c1');
    end('a2');
    expect(await greedy[1]).toBe('a2');
    await expect.poll(() => begun.at(-1)).toBe('a3');
    end('a3');
    expect(await greedy[2]).toBe('a3');
  });

  it('goes on after work that failed', async () => {
    const turns = new Turns(1);
    const failed = turns.take('a', () => Promise.reject(new Error('no')));
    const next = turns.take('a', () => Promise.resolve('done'));
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('done');
  });
});
