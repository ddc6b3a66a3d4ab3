import { expect, it, vi } from 'vitest';
import { randomUuid } from './random-uuid.ts';

it('makes UUIDs of version 4 that differ, without crypto.randomUUID', () => {
  const { crypto } = globalThis;
  vi.stubGlobal('crypto', {
    getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes),
  });
  const made = Array.from({ length: 100 }, randomUuid);
  for (const id of made) {
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  }
  expect(new Set(made).size).toBe(made.length);
});
