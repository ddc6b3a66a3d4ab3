import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { preloadedResponses } from './preloaded-responses.ts';

const PATH = '/rest/v1/voice_drops?select=id&id=eq.a';
const ADDRESS = `http://undertone.test${PATH}`;

let block: HTMLScriptElement;

beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(0);
  block = document.createElement('script');
  block.type = 'application/json';
  block.id = 'undertone-answers';
  document.head.append(block);
});

afterEach(() => {
  block.remove();
  vi.restoreAllMocks();
});

/** Opens a page that holds these responses. */
function openWith(responses: unknown) {
  block.textContent = JSON.stringify(responses);
  return preloadedResponses(document);
}

const read = { method: 'GET', path: PATH, body: [{ id: 'a' }] };

it('a response in the page is used once', async () => {
  const take = openWith([read]);
  expect(await take(ADDRESS, {}, true)?.json()).toEqual([{ id: 'a' }]);
  expect(take(ADDRESS, {}, true)).toBeUndefined();
});

it('another request gets no response from the page', () => {
  const take = openWith([read]);
  expect(take(`${ADDRESS}&limit=1`, {}, true)).toBeUndefined();
  expect(take(ADDRESS, { method: 'HEAD' }, true)).toBeUndefined();
  expect(take(ADDRESS, { method: 'DELETE' }, true)).toBeUndefined();
});

it('a request for the number of rows gets the number', () => {
  const take = openWith([read, { method: 'HEAD', path: PATH, count: 7, body: [] }]);
  const answer = take(ADDRESS, { method: 'HEAD' }, true);
  expect(answer?.headers.get('content-range')).toBe('*/7');
});

it('a member’s reads get no response from the page, but requests for signed URLs do', async () => {
  const path = '/storage/v1/object/sign/voice-drops';
  const sent = '{"paths":["a.png"]}';
  const take = openWith([read, { method: 'POST', path, sent, body: [{ path: 'a.png' }] }]);
  const sign = (body: string) =>
    take(`http://undertone.test${path}`, { method: 'POST', body }, false);
  expect(take(ADDRESS, {}, false)).toBeUndefined();
  expect(sign('{"paths":["b.png"]}')).toBeUndefined();
  expect(await sign(sent)?.json()).toEqual([{ path: 'a.png' }]);
});

it('responses are not used when the page has been open for a while', () => {
  const take = openWith([read]);
  vi.spyOn(performance, 'now').mockReturnValue(31_000);
  expect(take(ADDRESS, {}, true)).toBeUndefined();
});

it('a page without responses returns none', () => {
  block.remove();
  expect(preloadedResponses(document)(ADDRESS, {}, true)).toBeUndefined();
});
