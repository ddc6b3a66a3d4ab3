import { expect, it } from 'vitest';
import { onToggled, settling, toggle } from './toggle.ts';

/** Something to switch whose writes end when the test says so. */
function switchable() {
  const shown: boolean[] = [];
  const writes: { on: boolean; end: PromiseWithResolvers<void> }[] = [];
  return {
    shown,
    writes,
    effects: {
      show: (on: boolean) => void shown.push(on),
      write: (on: boolean) => {
        const end = Promise.withResolvers<void>();
        writes.push({ on, end });
        return end.promise;
      },
    },
  };
}

it('shows what is wanted at once and writes it', async () => {
  const { shown, writes, effects } = switchable();
  const done = toggle('like a', true, effects);
  expect(shown).toEqual([true]);
  writes[0]?.end.resolve();
  expect(await done).toBe(true);
  expect(writes.map(({ on }) => on)).toEqual([true]);
});

it('shows what the server holds when the write fails', async () => {
  const { shown, writes, effects } = switchable();
  const done = toggle('like b', true, effects);
  writes[0]?.end.reject(new Error('offline'));
  await expect(done).rejects.toThrow('offline');
  expect(shown).toEqual([true, false]);
});

it('writes once more at most, however often it is pressed meanwhile', async () => {
  const { shown, writes, effects } = switchable();
  const presses = [true, false, true, false].map((on) => toggle('like c', on, effects));
  expect(shown).toEqual([true, false, true, false]);
  writes[0]?.end.resolve();
  await expect.poll(() => writes.length).toBe(2);
  writes[1]?.end.resolve();
  expect(await Promise.all(presses)).toEqual([false, false, false, true]);
  expect(writes.map(({ on }) => on)).toEqual([true, false]);
});

it('writes nothing more when the last press wants what has been written', async () => {
  const { writes, effects } = switchable();
  const presses = [true, false, true].map((on) => toggle('like d', on, effects));
  writes[0]?.end.resolve();
  expect(await Promise.all(presses)).toEqual([false, false, true]);
  expect(writes).toHaveLength(1);
});

it('tells only the last press of a failure', async () => {
  const { shown, writes, effects } = switchable();
  const first = toggle('like e', true, effects);
  const second = toggle('like e', false, effects);
  const third = toggle('like e', true, effects);
  writes[0]?.end.reject(new Error('offline'));
  expect(await first).toBe(false);
  expect(await second).toBe(false);
  await expect(third).rejects.toThrow('offline');
  expect(shown.at(-1)).toBe(false);
});

it('begins afresh once it has settled, and keeps different things apart', async () => {
  const { writes, effects } = switchable();
  const one = toggle('like f', true, effects);
  const other = toggle('like g', true, effects);
  expect(writes).toHaveLength(2);
  for (const { end } of writes) end.resolve();
  await Promise.all([one, other]);
  const again = toggle('like f', false, effects);
  expect(writes.at(-1)?.on).toBe(false);
  writes.at(-1)?.end.resolve();
  expect(await again).toBe(true);
});

it('tells whether something is being switched, and when that is over, however it went', async () => {
  const { writes, effects } = switchable();
  expect(settling('like z')).toBeUndefined();
  const failed = toggle('like z', true, effects).catch(() => 'failed');
  const over = settling('like z');
  expect(settling('like y')).toBeUndefined();
  writes[0]?.end.reject(new Error('offline'));
  await over;
  expect(await failed).toBe('failed');
  expect(settling('like z')).toBeUndefined();
});

it('tells what has been switched once the server holds it, and not what has failed', async () => {
  const told: string[] = [];
  const end = onToggled((key) => told.push(key));
  const kept = switchable();
  const lost = switchable();
  const done = [toggle('like k', true, kept.effects), toggle('like l', true, lost.effects)];
  expect(told).toEqual([]);
  kept.writes[0]?.end.resolve();
  lost.writes[0]?.end.reject(new Error('offline'));
  await Promise.allSettled(done);
  expect(told).toEqual(['like k']);
  end();
});
