import { expect, it } from 'vitest';
import { z } from 'zod';
import { findUnread } from './unread-settings.ts';

const schema = z.object({
  name: z.string().default(''),
  section: z
    .object({ size: z.string().transform(Number).prefault('1'), list: z.array(z.string()) })
    .prefault({ list: [] }),
  each: z.record(z.string(), z.object({ on: z.boolean() })).default({}),
  hook: z.object({ uri: z.string() }).transform(({ uri }) => uri),
});

it('what a schema reads is not named, whatever it makes of it', () => {
  const written = {
    name: 'a',
    section: { size: '2', list: ['x'] },
    each: { one: { on: true } },
    hook: { uri: 'x' },
  };
  expect(findUnread(schema, written)).toEqual([]);
});

it('what it does not read is named with its place, in sections and below names of any kind', () => {
  const written = {
    nam: 'a',
    section: { list: [], deep: { er: 1, est: [2] } },
    each: { one: { on: true, off: true } },
    hook: { uri: 'x', secrets: 'y' },
    constructor: 'c',
  };
  expect(findUnread(schema, written)).toEqual([
    { path: 'nam', value: 'a' },
    { path: 'section.deep.er', value: 1 },
    { path: 'section.deep.est', value: [2] },
    { path: 'each.one.off', value: true },
    { path: 'hook.secrets', value: 'y' },
    { path: 'constructor', value: 'c' },
  ]);
});

it('of a section that is switched off no more is named than that it is', () => {
  const written = { extra: { enabled: false, secret: 'env(X)', more: { a: 1 } } };
  expect(findUnread(schema, written)).toEqual([{ path: 'extra.enabled', value: false }]);
});
