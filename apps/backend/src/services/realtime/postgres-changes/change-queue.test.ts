import { describe, expect, it } from 'vitest';
import { ChangeQueue } from './change-queue.ts';

describe('ChangeQueue', () => {
  it('sends at once where nothing waits, and otherwise in order, also after a failure', async () => {
    const queue = new ChangeQueue();
    const sent: number[] = [];
    const slow = Promise.withResolvers<void>();
    const first = queue.add(async () => {
      sent.push(1);
      await slow.promise;
      throw new Error('lost');
    });
    expect(sent).toEqual([1]);
    const second = queue.add(async () => void sent.push(2));
    expect(queue.length).toBe(2);
    slow.resolve();
    await expect(first).rejects.toThrow('lost');
    await second;
    expect(sent).toEqual([1, 2]);
    expect(queue.length).toBe(0);
  });
});
