import { expect, it } from 'vitest';
import { repairPath } from './repair-path.ts';

it.each([
  ['/okra.', '/okra'],
  ['/tin.can).', '/tin.can'],
  ['/voice-drop/1b2c,', '/voice-drop/1b2c'],
  ['/okra%22', '/okra'],
  ['/okra%E2%80%9D', '/okra'],
  ['/@okra', '/okra'],
  ['/@okra!', '/okra'],
  ['/okra/', '/okra'],
  ['/@okra/', '/okra'],
  ['/tag/%23rain/', '/tag/%23rain'],
  ['/.', '/'],
])('the path %s is repaired to %s', (path, repaired) => {
  expect(repairPath(path)).toBe(repaired);
});

it.each([
  '//evil.example.',
  '/%2Fevil.example.',
  '/%5Cevil.example.',
  '/',
  '/okra',
  '/tin.can',
  '/voice-drop/1b2c',
  '/caf%C3%A9',
  '/100%',
  '/@okra/x',
  '/favicon.svg',
])('the path %s stays as it is', (path) => {
  expect(repairPath(path)).toBe(path);
});
