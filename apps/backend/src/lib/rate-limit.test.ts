import { expect, it } from 'vitest';
import { RateLimit } from './rate-limit.ts';

it('allocates memory only for the keys that are used, since every realtime socket has its own limits', () => {
  const before = process.memoryUsage().arrayBuffers;
  const limits = Array.from({ length: 100 }, () => new RateLimit(1, 1000));
  for (const limit of limits) limit.take('somebody');
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
});
