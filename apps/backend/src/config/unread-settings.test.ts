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

it('keys that the schema reads are not named, also where it transforms their values', () => {
  const written = {
    name: 'a',
    section: { size: '2', list: ['x'] },
    each: { one: { on: true } },
    hook: { uri: 'x' },
  };
  expect(findUnread(schema, written)).toEqual([]);
});

it('keys that the schema does not read are named with their path, also below arbitrary names', () => {
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

it('a section that is switched off is named alone, without its keys', () => {
  const written = { extra: { enabled: false, secret: 'env(X)', more: { a: 1 } } };
  expect(findUnread(schema, written)).toEqual([{ path: 'extra.enabled', value: false }]);
});
