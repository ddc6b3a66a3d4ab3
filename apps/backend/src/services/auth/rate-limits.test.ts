import { afterEach, describe, expect, it, vi } from 'vitest';
import { AuthRateLimits } from './rate-limits.ts';

const wrong = async () => false;
const right = async () => true;
const rateLimited = { code: 'rate_limited', status: 429 };

/** Sends wrong passwords from so many addresses that new addresses are refused. */
const exhaustByNewAddresses = async (limits: AuthRateLimits, account: string) => {
  for (let guess = 0; guess < 200; guess += 1) {
    await limits.tryPassword(account, `10.0.${guess}.1`, wrong);
  }
};

describe('attempts at a password', () => {
  it('are refused after 200 wrong ones from new addresses, even with the right password', async () => {
    const limits = new AuthRateLimits();
    await exhaustByNewAddresses(limits, 'bo');
    await expect(limits.tryPassword('bo', '10.9.9.9', right)).rejects.toMatchObject(rateLimited);
    expect(await limits.tryPassword('someone else', '10.9.9.9', right)).toBe(true);
  });

  it('are not refused at addresses from which the account was signed in to before', async () => {
    const limits = new AuthRateLimits();
    await limits.tryPassword('bo', 'home', right);
    await exhaustByNewAddresses(limits, 'bo');
    expect(await limits.tryPassword('bo', 'home', right)).toBe(true);
  });

  it('are limited at those addresses too', async () => {
    const limits = new AuthRateLimits();
    await limits.tryPassword('bo', 'home', right);
    for (let guess = 0; guess < 10; guess += 1) await limits.tryPassword('bo', 'home', wrong);
    await expect(limits.tryPassword('bo', 'home', right)).rejects.toMatchObject(rateLimited);
  });
});

describe('mails', () => {
  afterEach(() => vi.useRealTimers());

  it('are limited to one a minute of each kind to one address', () => {
    const limits = new AuthRateLimits();
    limits.takeMail('recovery', 'bo@example.com');
    const again = () => limits.takeMail('recovery', 'bo@example.com');
    expect(again).toThrow(/you can only request this after 60 seconds/);
    expect(() => limits.takeMail('confirmation', 'bo@example.com')).not.toThrow();
    expect(() => limits.takeMail('recovery', 'cy@example.com')).not.toThrow();
  });

  it('are limited to twenty an hour to one address', () => {
    vi.useFakeTimers();
    const limits = new AuthRateLimits();
    const kinds = ['confirmation', 'recovery', 'email_change', 'reauthentication'] as const;
    let sent = 0;
    const sendForAnHour = () => {
      for (let minute = 0; minute < 60; minute += 1) {
        for (const kind of kinds) {
          limits.takeMail(kind, 'bo@example.com');
          sent += 1;
        }
        vi.advanceTimersByTime(60_000);
      }
    };
    expect(sendForAnHour).toThrow(/you can only request this after/);
    // One more, since five minutes have passed, in which an hour's limit grows by one.
    expect(sent).toBe(21);
  });
});
