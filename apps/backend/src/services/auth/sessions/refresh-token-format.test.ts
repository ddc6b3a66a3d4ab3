import { randomBytes, randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  refreshTokenLength,
  RefreshTokenFormat,
  rotatedTokenRetention,
} from './refresh-token-format.ts';

afterEach(() => vi.useRealTimers());

const secret = randomBytes(32).toString('base64url');
const tokens = new RefreshTokenFormat(secret);
const longAgo = Date.now() - 2 * rotatedTokenRetention * 1000;

describe('a refresh token', () => {
  it('is different each time, and always of the same length', () => {
    const session = randomUUID();
    const made = Array.from({ length: 20 }, () => tokens.create(session));
    expect(new Set(made).size).toBe(20);
    expect(made.every((token) => token.length === refreshTokenLength)).toBe(true);
  });

  it('names its session once its row may have been pruned', () => {
    const start = new Date('2026-01-01T00:00:00Z').getTime();
    vi.useFakeTimers({ now: start });
    const session = randomUUID();
    const token = tokens.create(session);
    expect(tokens.sessionOfPruned(token)).toBeUndefined();
    vi.setSystemTime(start + rotatedTokenRetention * 1000);
    expect(tokens.sessionOfPruned(token)).toBe(session);
    expect(new RefreshTokenFormat(secret).sessionOfPruned(token)).toBe(session);
  });

  it('names no session if it has another format', () => {
    expect(tokens.sessionOfPruned('v1.MTIzNDU2Nzg5MA')).toBeUndefined();
    expect(tokens.sessionOfPruned('')).toBeUndefined();
  });

  it('names no session if another installation issued it', () => {
    const elsewhere = new RefreshTokenFormat(randomBytes(32).toString('base64url'));
    expect(tokens.sessionOfPruned(elsewhere.create(randomUUID(), longAgo))).toBeUndefined();
  });

  it('names no session when one bit of it was changed', () => {
    const token = Buffer.from(tokens.create(randomUUID(), longAgo), 'base64url');
    for (let bit = 0; bit < token.length * 8; bit += 1) {
      const forged = Buffer.from(token);
      forged[bit >> 3]! ^= 1 << (bit & 7);
      expect(tokens.sessionOfPruned(forged.toString('base64url'))).toBeUndefined();
    }
  });
});
