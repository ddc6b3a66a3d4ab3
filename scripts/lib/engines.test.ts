import { expect, it, vi } from 'vitest';
import { prepareEngines } from './engines.ts';

const isHere = () => true;

it('nothing is installed where every engine is complete', async () => {
  const install = vi.fn<() => Promise<null>>();
  const prepared = await prepareEngines({ firefox: { a: isHere }, webkit: { b: isHere } }, install);
  expect(prepared).toEqual([
    { name: 'firefox', problem: null },
    { name: 'webkit', problem: null },
  ]);
  expect(install).not.toHaveBeenCalled();
});

it('missing packages are installed', async () => {
  const installed = new Set<string>();
  const install = async (packages: readonly string[]) => {
    for (const name of packages) installed.add(name);
    return null;
  };
  const needs = { a: () => installed.has('a'), b: isHere, c: () => installed.has('c') };
  const [firefox] = await prepareEngines({ firefox: needs, webkit: {} }, install);
  expect(firefox?.problem).toBeNull();
  expect([...installed]).toEqual(['a', 'c']);
});

it('an engine that cannot be installed has its missing packages and the reason as its problem', async () => {
  const [firefox, webkit] = await prepareEngines(
    { firefox: { a: isHere }, webkit: { b: () => false } },
    async () => 'this user may not install packages',
  );
  expect(firefox?.problem).toBeNull();
  expect(webkit?.problem).toBe('it needs b, and this user may not install packages');
});
