import { AUDIO_URL_SECONDS } from '@undertone/domain/signed-urls';
import { expect, it, vi } from 'vitest';
import { AudioGoneError, AudioUrls } from './audio-urls.ts';

/** Signs every path except 'gone', each time with another URL. */
function signer() {
  let serial = 0;
  return vi.fn(async (paths: readonly string[]) => {
    serial++;
    return new Map(
      paths.filter((path) => path !== 'gone').map((path) => [path, `${path}?${serial}`]),
    );
  });
}

it('requests the URLs of many clips at once, except cached ones', async () => {
  const sign = signer();
  const urls = new AudioUrls(sign);
  await urls.prepare(['a', 'b']);
  await urls.prepare(['a', 'b', 'c']);
  expect(sign.mock.calls).toEqual([[['a', 'b']], [['c']]]);
  expect(urls.peek('b')).toBe('b?1');
});

it('sends one request for two simultaneous calls for the same clip', async () => {
  const sign = signer();
  const urls = new AudioUrls(sign);
  await expect(Promise.all([urls.get('a'), urls.get('a')])).resolves.toEqual(['a?1', 'a?1']);
  expect(sign).toHaveBeenCalledOnce();
});

it('renews a URL before it expires', async () => {
  let now = 0;
  const urls = new AudioUrls(signer(), () => now);
  await urls.get('a');
  now = (AUDIO_URL_SECONDS - 59) * 1000;
  expect(urls.peek('a')).toBeUndefined();
  expect(await urls.get('a')).toBe('a?2');
});

it('renews a URL early when it has to stay fresh for longer', async () => {
  let now = 0;
  const urls = new AudioUrls(signer(), () => now);
  await urls.prepare(['a']);
  now = (AUDIO_URL_SECONDS - 100) * 1000;
  await urls.prepare(['a'], 30);
  expect(urls.peek('a')).toBe('a?1');
  await urls.prepare(['a'], 60);
  expect(urls.peek('a')).toBe('a?2');
});

it('requests an evicted URL again', async () => {
  const urls = new AudioUrls(signer());
  await urls.get('a');
  urls.evict('a');
  expect(await urls.get('a')).toBe('a?2');
});

it('throws AudioGoneError for a clip without a URL', async () => {
  await expect(new AudioUrls(signer()).get('gone')).rejects.toThrow(AudioGoneError);
});

it('rejects when the request fails, and requests again on the next call', async () => {
  const sign = signer();
  sign.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const urls = new AudioUrls(sign);
  await expect(urls.get('a')).rejects.toThrow(TypeError);
  expect(await urls.get('a')).toBe('a?1');
});

it('keeps no URL after clear, not even of a pending request', async () => {
  const urls = new AudioUrls(signer());
  const underWay = urls.prepare(['a']);
  urls.clear();
  await underWay;
  expect(urls.peek('a')).toBeUndefined();
});

it('caches a limited number of URLs and evicts the oldest', async () => {
  const urls = new AudioUrls(signer());
  await urls.prepare(['first']);
  await urls.prepare(Array.from({ length: 1000 }, (_, index) => `clip ${index}`));
  expect(urls.peek('first')).toBeUndefined();
  expect(urls.peek('clip 0')).toBe('clip 0?2');
  expect(urls.peek('clip 999')).toBe('clip 999?2');
});
