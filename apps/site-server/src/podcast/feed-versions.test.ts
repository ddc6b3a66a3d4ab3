import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FeedVersions, hasVersion } from './feed-versions.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-22T10:00:00.250Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const since = (moment: Date) => new Headers({ 'if-modified-since': moment.toUTCString() });

it('keeps the moment of a feed that has not changed', () => {
  const versions = new FeedVersions();
  const first = versions.see('/feeds/ann.xml', 'one drop');
  expect(first.moment.toISOString()).toBe('2026-11-22T10:00:00.000Z');
  vi.advanceTimersByTime(60_000);
  const again = versions.see('/feeds/ann.xml', 'one drop');
  expect(again).toEqual(first);
  expect(hasVersion(since(first.moment), again)).toBe(true);
});

it('tells versions within one second apart, also when they are asked for by their moment', () => {
  const versions = new FeedVersions();
  const first = versions.see('/feeds/ann.xml', 'one drop');
  vi.advanceTimersByTime(100);
  const second = versions.see('/feeds/ann.xml', 'two drops');
  expect(hasVersion(since(first.moment), second)).toBe(false);
  expect(hasVersion(since(second.moment), second)).toBe(true);
  const third = versions.see('/feeds/ann.xml', 'one drop');
  expect(hasVersion(since(second.moment), third)).toBe(false);
});

it('knows a version by its tag, whatever moment comes with it', () => {
  const version = new FeedVersions().see('/feeds/ann.xml', 'one drop');
  const asked = (tag: string) => {
    const headers = since(version.moment);
    headers.set('if-none-match', tag);
    return hasVersion(headers, version);
  };
  expect(asked(`"x", W/${version.etag}`)).toBe(true);
  expect(asked('"x"')).toBe(false);
});
