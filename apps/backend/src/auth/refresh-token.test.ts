import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  newRefreshToken,
  refreshTokenLength,
  sessionOfPrunedToken,
  usedTokensKeptFor,
} from './refresh-token.ts';

afterEach(() => vi.useRealTimers());

describe('a refresh token', () => {
  it('is another one each time, and always as long', () => {
    const session = randomUUID();
    const tokens = Array.from({ length: 20 }, () => newRefreshToken(session));
    expect(new Set(tokens).size).toBe(20);
    expect(tokens.every((token) => token.length === refreshTokenLength)).toBe(true);
  });

  it('tells its session from when its row may be gone', () => {
    const start = new Date('2026-01-01T00:00:00Z').getTime();
    vi.useFakeTimers({ now: start });
    const session = randomUUID();
    const token = newRefreshToken(session);
    expect(sessionOfPrunedToken(token)).toBeUndefined();
    vi.setSystemTime(start + usedTokensKeptFor * 1000);
    expect(sessionOfPrunedToken(token)).toBe(session);
  });

  it('of another make tells nothing', () => {
    expect(sessionOfPrunedToken('v1.MTIzNDU2Nzg5MA')).toBeUndefined();
    expect(sessionOfPrunedToken('')).toBeUndefined();
  });
});
