import { Secret, TOTP } from 'otpauth';
import { correction, generate } from 'lean-qr';
import { toSvgSource } from 'lean-qr/extras/svg';

/** The parameters that every authenticator app supports and GoTrue uses. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** Tolerated difference of a phone's clock in either direction, in steps of 30 s. */
const tolerance = 1;

/** A secret shared with an authenticator app. */
export interface TotpSecret {
  /** 160 bits, base32, for people who type it in. */
  readonly secret: string;
  /** The `otpauth:` URI with the secret and its labels, for a QR code. */
  readonly uri: string;
}

/**
 * Creates a secret.
 * @param issuer the site's name in the app
 * @param label the account's name in the app
 */
export function createTotpSecret(issuer: string, label: string): TotpSecret {
  const totp = new TOTP({ ...parameters, issuer, label });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/**
 * The time step of a code, counted from 1970; null unless it is the current, the previous or the next
 * one.
 * @param secret base32
 */
export function findTotpStep(secret: string, code: string): number | null {
  const timestamp = Date.now();
  const delta = TOTP.validate({
    ...parameters,
    token: code.trim(),
    secret: Secret.fromBase32(secret),
    timestamp,
    window: tolerance,
  });
  return delta === null ? null : TOTP.counter({ period: parameters.period, timestamp }) + delta;
}

/** Pixels per module, as GoTrue draws them. */
const scale = 3;

/**
 * Draws the QR code that an authenticator app scans, as an SVG document with a quiet zone. auth-js puts
 * it unescaped into a `data:` URI, which a `#` would end: therefore colours are named.
 */
export const qrCodeSvg = (text: string): string =>
  toSvgSource(generate(text, { minCorrectionLevel: correction.M }), {
    on: 'black',
    off: 'white',
    scale,
  });
