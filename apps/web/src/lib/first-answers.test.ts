import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const PATH = '/rest/v1/voice_drops?select=id&id=eq.a';
const ADDRESS = `http://undertone.test${PATH}`;

let block: HTMLScriptElement;

beforeEach(() => {
  vi.resetModules();
  block = document.createElement('script');
  block.type = 'application/json';
  block.id = 'undertone-answers';
  document.head.append(block);
});

afterEach(() => {
  block.remove();
  vi.restoreAllMocks();
});

/** As a page that came with these answers. */
async function openWith(answers: unknown) {
  block.textContent = JSON.stringify(answers);
  const { takeFirstAnswer } = await import('./first-answers.ts');
  return takeFirstAnswer;
}

it('gives an answer that came with the page, once', async () => {
  const take = await openWith([{ path: PATH, body: [{ id: 'a' }] }]);
  expect(await take(ADDRESS)?.json()).toEqual([{ id: 'a' }]);
  expect(take(ADDRESS)).toBeUndefined();
});

it('has none for another read', async () => {
  const take = await openWith([{ path: PATH, body: [] }]);
  expect(take(`${ADDRESS}&limit=1`)).toBeUndefined();
});

it('gives none once the page has been open for a while', async () => {
  const take = await openWith([{ path: PATH, body: [] }]);
  vi.spyOn(performance, 'now').mockReturnValue(31_000);
  expect(take(ADDRESS)).toBeUndefined();
});

it('has none in a page that came without', async () => {
  block.remove();
  const { takeFirstAnswer } = await import('./first-answers.ts');
  expect(takeFirstAnswer(ADDRESS)).toBeUndefined();
});
