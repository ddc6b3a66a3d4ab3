import { Secret, TOTP } from 'otpauth';

/** What every authenticator app can do, and GoTrue asks for. */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** How many steps of 30 s the clock of a phone may be off, either way. */
const tolerance = 1;

/** A secret shared with an authenticator app. */
export interface TotpSecret {
  /** 160 bits, base32: for those who type it in. */
  readonly secret: string;
  /** The same with its names, for a QR code. */
  readonly uri: string;
}

/**
 * Makes a secret.
 * @param issuer the site, and `label` the account there, as the app will list them
 */
export function createTotpSecret(issuer: string, label: string): TotpSecret {
  const totp = new TOTP({ ...shape, issuer, label });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/**
 * The time step that a code belongs to, counted from 1970; null when it is none
 * of the present, the one before or the one after.
 * @param secret base32
 */
export function findTotpStep(secret: string, code: string): number | null {
  const timestamp = Date.now();
  const delta = TOTP.validate({
    ...shape,
    token: code.trim(),
    secret: Secret.fromBase32(secret),
    timestamp,
    window: tolerance,
  });
  return delta === null ? null : TOTP.counter({ period: shape.period, timestamp }) + delta;
}
