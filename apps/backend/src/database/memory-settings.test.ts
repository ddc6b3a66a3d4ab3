import { expect, it } from 'vitest';
import { availableMemory, memorySettings } from './memory-settings.ts';

const GB = 1024 ** 3;

it.each([
  [0.5, { shared_buffers: '128MB', effective_cache_size: '256MB', maintenance_work_mem: '64MB' }],
  [4, { shared_buffers: '512MB', effective_cache_size: '2048MB', maintenance_work_mem: '128MB' }],
  [
    256,
    { shared_buffers: '8192MB', effective_cache_size: '65536MB', maintenance_work_mem: '1024MB' },
  ],
])('with %f GB PostgreSQL gets its share', (memory, settings) => {
  expect(memorySettings(memory * GB)).toEqual(settings);
});

it('there is memory', () => {
  expect(availableMemory()).toBeGreaterThan(64 * 1024 * 1024);
});
