import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FeedVersions, hasVersion } from './feed-versions.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-22T10:00:00.250Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const since = (moment: Date) => new Headers({ 'if-modified-since': moment.toUTCString() });

it('an unchanged feed keeps its time', () => {
  const versions = new FeedVersions();
  const first = versions.record('/feeds/ann.xml', 'one drop');
  expect(first.moment.toISOString()).toBe('2026-11-22T10:00:00.000Z');
  vi.advanceTimersByTime(60_000);
  const again = versions.record('/feeds/ann.xml', 'one drop');
  expect(again).toEqual(first);
  expect(hasVersion(since(first.moment), again)).toBe(true);
});

it('two versions within one second have different times', () => {
  const versions = new FeedVersions();
  const first = versions.record('/feeds/ann.xml', 'one drop');
  vi.advanceTimersByTime(100);
  const second = versions.record('/feeds/ann.xml', 'two drops');
  expect(hasVersion(since(first.moment), second)).toBe(false);
  expect(hasVersion(since(second.moment), second)).toBe(true);
  const third = versions.record('/feeds/ann.xml', 'one drop');
  expect(hasVersion(since(second.moment), third)).toBe(false);
});

it('If-None-Match takes precedence over If-Modified-Since', () => {
  const version = new FeedVersions().record('/feeds/ann.xml', 'one drop');
  const matches = (tag: string) => {
    const headers = since(version.moment);
    headers.set('if-none-match', tag);
    return hasVersion(headers, version);
  };
  expect(matches(`"x", W/${version.etag}`)).toBe(true);
  expect(matches('"x"')).toBe(false);
});
