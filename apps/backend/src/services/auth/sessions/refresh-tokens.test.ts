import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { refreshTokenLength, RefreshTokens, rotatedTokenRetention } from './refresh-tokens.ts';

afterEach(() => vi.useRealTimers());

const secret = randomBytes(32).toString('base64url');
const tokens = new RefreshTokens(secret);
const longAgo = Date.now() - 2 * rotatedTokenRetention * 1000;

describe('a refresh token', () => {
  it('is another one each time, and always as long', () => {
    const session = randomUUID();
    const made = Array.from({ length: 20 }, () => tokens.create(session));
    expect(new Set(made).size).toBe(20);
    expect(made.every((token) => token.length === refreshTokenLength)).toBe(true);
  });

  it('tells its session from when its row may be gone', () => {
    const start = new Date('2026-01-01T00:00:00Z').getTime();
    vi.useFakeTimers({ now: start });
    const session = randomUUID();
    const token = tokens.create(session);
    expect(tokens.sessionOfPruned(token)).toBeUndefined();
    vi.setSystemTime(start + rotatedTokenRetention * 1000);
    expect(tokens.sessionOfPruned(token)).toBe(session);
    expect(new RefreshTokens(secret).sessionOfPruned(token)).toBe(session);
  });

  it('of another make tells nothing', () => {
    expect(tokens.sessionOfPruned('v1.MTIzNDU2Nzg5MA')).toBeUndefined();
    expect(tokens.sessionOfPruned('')).toBeUndefined();
  });

  it('tells nothing when another installation made it', () => {
    const elsewhere = new RefreshTokens(randomBytes(32).toString('base64url'));
    expect(tokens.sessionOfPruned(elsewhere.create(randomUUID(), longAgo))).toBeUndefined();
  });

  it('tells nothing when a single bit of it was changed', () => {
    const token = Buffer.from(tokens.create(randomUUID(), longAgo), 'base64url');
    for (let bit = 0; bit < token.length * 8; bit += 1) {
      const forged = Buffer.from(token);
      forged[bit >> 3]! ^= 1 << (bit & 7);
      expect(tokens.sessionOfPruned(forged.toString('base64url'))).toBeUndefined();
    }
  });
});
