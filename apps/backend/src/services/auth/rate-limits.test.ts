import { describe, expect, it } from 'vitest';
import { AuthRateLimits } from './rate-limits.ts';

const wrong = async () => false;
const right = async () => true;
const rateLimited = { code: 'rate_limited', status: 429 };

/** Wrong passwords from as many addresses as it takes to shut an account to strangers. */
const guessFromEverywhere = async (limits: AuthRateLimits, account: string) => {
  for (let guess = 0; guess < 200; guess += 1) {
    await limits.tryPassword(account, `10.0.${guess}.1`, wrong);
  }
};

describe('tries at a password', () => {
  it('from ever new addresses end in a refusal, even of the right one', async () => {
    const limits = new AuthRateLimits();
    await guessFromEverywhere(limits, 'bo');
    await expect(limits.tryPassword('bo', '10.9.9.9', right)).rejects.toMatchObject(rateLimited);
    expect(await limits.tryPassword('someone else', '10.9.9.9', right)).toBe(true);
  });

  it('go on where the account has been signed in to before', async () => {
    const limits = new AuthRateLimits();
    await limits.tryPassword('bo', 'home', right);
    await guessFromEverywhere(limits, 'bo');
    expect(await limits.tryPassword('bo', 'home', right)).toBe(true);
  });

  it('count where they were familiar, too', async () => {
    const limits = new AuthRateLimits();
    await limits.tryPassword('bo', 'home', right);
    for (let guess = 0; guess < 10; guess += 1) await limits.tryPassword('bo', 'home', wrong);
    await expect(limits.tryPassword('bo', 'home', right)).rejects.toMatchObject(rateLimited);
  });
});

describe('mails', () => {
  it('go out once a minute for each kind, and twenty an hour to one address', () => {
    const limits = new AuthRateLimits();
    limits.takeMail('recovery', 'bo@example.com');
    const again = () => limits.takeMail('recovery', 'bo@example.com');
    expect(again).toThrow(/you can only request this after 60 seconds/);
    expect(() => limits.takeMail('confirmation', 'bo@example.com')).not.toThrow();
    expect(() => limits.takeMail('recovery', 'cy@example.com')).not.toThrow();
  });
});
