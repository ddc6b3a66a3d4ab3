import { base64url, importJWK, SignJWT, type CryptoKey } from 'jose';

/** The keys with which push services know this server (RFC 8292). */
export interface VapidKeys {
  /** An uncompressed point of P-256, base64url. */
  readonly publicKey: string;
  /** base64url. */
  readonly privateKey: string;
  /** The operator's contact: a `mailto:` or `https:` URL. */
  readonly subject: string;
}

/** How long a token is used; push services accept at most a day. */
const TOKEN_LIFETIME = 12 * 60 * 60;

const importKey = async ({ publicKey, privateKey }: VapidKeys): Promise<CryptoKey | Uint8Array> => {
  const point = base64url.decode(publicKey);
  return importJWK(
    {
      kty: 'EC',
      crv: 'P-256',
      x: base64url.encode(point.slice(1, 33)),
      y: base64url.encode(point.slice(33)),
      d: privateKey,
    },
    'ES256',
  );
};

/** The header `Authorization` of a request to a push service. */
export async function vapidAuthorization(endpoint: string, keys: VapidKeys): Promise<string> {
  const token = await new SignJWT()
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(endpoint).origin)
    .setExpirationTime(Math.floor(Date.now() / 1000) + TOKEN_LIFETIME)
    .setSubject(keys.subject)
    .sign(await importKey(keys));
  return `vapid t=${token}, k=${keys.publicKey}`;
}
