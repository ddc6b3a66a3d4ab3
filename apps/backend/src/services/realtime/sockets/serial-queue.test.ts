import { describe, expect, it } from 'vitest';
import { SerialQueue } from './serial-queue.ts';

describe('a serial queue', () => {
  it('runs a task at once when it is empty, otherwise in order, also after a failure', async () => {
    const queue = new SerialQueue();
    const done: number[] = [];
    const slow = Promise.withResolvers<void>();
    const first = queue.add(async () => {
      done.push(1);
      await slow.promise;
      throw new Error('lost');
    });
    expect(done).toEqual([1]);
    const second = queue.add(async () => void done.push(2));
    expect(queue.length).toBe(2);
    slow.resolve();
    await expect(first).rejects.toThrow('lost');
    await second;
    expect(done).toEqual([1, 2]);
    expect(queue.length).toBe(0);
  });
});
