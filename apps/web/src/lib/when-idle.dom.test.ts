import { expect, it, vi } from 'vitest';
import { createDeferred } from './deferred.ts';
import { whenIdle } from './when-idle.ts';

it('runs one work at a time, also after one that has failed, and none that was cancelled', async () => {
  const first = createDeferred();
  const done: string[] = [];
  whenIdle(() => {
    done.push('first');
    return first.promise;
  });
  whenIdle(() => done.push('second'));
  const cancel = whenIdle(() => done.push('cancelled'));
  whenIdle(() => done.push('last'));
  await vi.waitFor(() => expect(done).toEqual(['first']));
  cancel();
  first.reject(new TypeError('Failed to fetch'));
  await vi.waitFor(() => expect(done).toEqual(['first', 'second', 'last']));
});
