import { importJWK, type CryptoKey, type JWK } from 'jose';

/** The algorithm that tokens are signed with. */
export const tokenAlgorithm = 'ES256';

/** A private ES256 key that signs tokens. */
export interface TokenKey extends JWK {
  readonly kid: string;
  /** Set on a key that no longer signs: when its last token expires, seconds since 1970. */
  readonly verifies_until?: number;
}

interface Key {
  readonly id: string;
  readonly publicJwk: JWK;
  readonly publicKey: CryptoKey;
  /** Seconds since 1970; infinite for the key that signs. */
  readonly verifiesUntil: number;
}

interface Ring {
  readonly signing: { readonly id: string; readonly key: CryptoKey };
  readonly keys: readonly Key[];
}

const toPublic = ({ d: _private, verifies_until: _until, ...key }: TokenKey): JWK => ({
  ...key,
  alg: tokenAlgorithm,
  use: 'sig',
  key_ops: ['verify'],
  ext: true,
});

const read = async (key: JWK): Promise<CryptoKey> => {
  const imported = await importJWK(key, tokenAlgorithm);
  if (imported instanceof Uint8Array) throw new TypeError('a token key must be an EC key');
  return imported;
};

const readRing = async (keys: readonly TokenKey[]): Promise<Ring> => {
  const [newest] = keys;
  if (!newest?.kid) throw new Error('there is no token key with a key id');
  const { verifies_until: _until, ...signing } = newest;
  return {
    signing: { id: newest.kid, key: await read({ ...signing, key_ops: ['sign'] }) },
    keys: await Promise.all(
      keys.map(async (key) => {
        const publicJwk = toPublic(key);
        return {
          id: key.kid ?? '',
          publicJwk,
          publicKey: await read(publicJwk),
          verifiesUntil: key.verifies_until ?? Number.POSITIVE_INFINITY,
        };
      }),
    ),
  };
};

/** The keys of access tokens: the newest signs; older ones verify until their tokens have expired. */
export class TokenKeys {
  #ring: Ring;
  /** Changes with the keys: a token that the previous keys verified may be invalid now. */
  #version = 0;

  private constructor(ring: Ring) {
    this.#ring = ring;
  }

  /** @param keys private keys, newest first */
  static async create(keys: readonly TokenKey[]): Promise<TokenKeys> {
    return new TokenKeys(await readRing(keys));
  }

  /** Replaces all keys. */
  async replace(keys: readonly TokenKey[]): Promise<void> {
    this.#ring = await readRing(keys);
    this.#version += 1;
  }

  get version(): number {
    return this.#version;
  }

  get signing(): Ring['signing'] {
    return this.#ring.signing;
  }

  /** The public key with this id; undefined when it is unknown or retired. */
  find(id: string): CryptoKey | undefined {
    return this.#current().find((key) => key.id === id)?.publicKey;
  }

  /** The public keys, for clients that verify tokens themselves. */
  get keySet(): { readonly keys: readonly JWK[] } {
    return { keys: this.#current().map(({ publicJwk }) => publicJwk) };
  }

  #current(): readonly Key[] {
    const now = Date.now() / 1000;
    return this.#ring.keys.filter(({ verifiesUntil }) => verifiesUntil > now);
  }
}
