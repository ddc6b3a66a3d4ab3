import {
  createECDH,
  createPublicKey,
  randomBytes,
  randomUUID,
  verify,
  type ECDH,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import ece from 'http_ece';

/** A push message that has arrived, decrypted. */
export interface ReceivedPush {
  readonly content: Record<string, unknown>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** When it arrived, ms since 1970. */
  readonly at: number;
}

/** A browser's subscription. */
export interface TestSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** Its messages so far. */
  readonly received: ReceivedPush[];
  /** The status of the responses. */
  status: number;
  /** Responds to a request that is right, or leaves that to the test. */
  answer: (response: ServerResponse) => void;
  /** The number of requests, also of those that it has refused. */
  requests: number;
  /** Why requests were refused because of their content. */
  readonly problems: string[];
}

interface Receiver {
  readonly subscription: TestSubscription;
  readonly keys: ECDH;
}

const fromBase64Url = (text = '') => Buffer.from(text, 'base64url');

/** Verifies the signature of a request (RFC 8292). @throws */
function verifyVapid(header: string | undefined, origin: string): void {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(header ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = fromBase64Url(key);
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    fromBase64Url(signature),
  );
  if (!isSigned) throw new Error('the signature is wrong');
  const { aud, exp, sub } = JSON.parse(fromBase64Url(claims).toString());
  if (aud !== origin) throw new Error(`the audience is ${aud}`);
  if (exp < Date.now() / 1000 || exp > Date.now() / 1000 + 24 * 3600) {
    throw new Error(`the token expires at ${exp}`);
  }
  if (!/^(mailto:|https:)/.test(sub)) throw new Error(`the contact is ${sub}`);
}

/** A push service as of a browser: it verifies the sender, and decrypts as the browser does (RFC 8291). */
export class PushService {
  readonly #receivers = new Map<string, Receiver>();
  readonly #server = createServer((request, response) => void this.#respond(request, response));
  origin = '';

  /** @param port that of an earlier start, or a free one */
  async start(port = 0): Promise<void> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (typeof address !== 'object' || !address) throw new Error('no address');
    this.origin = `http://127.0.0.1:${address.port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  subscribe(): TestSubscription {
    const keys = createECDH('prime256v1');
    const path = `/${randomUUID()}`;
    const subscription: TestSubscription = {
      endpoint: `${this.origin}${path}`,
      p256dh: keys.generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
      received: [],
      status: 201,
      answer: (response) => response.writeHead(subscription.status).end(),
      requests: 0,
      problems: [],
    };
    this.#receivers.set(path, { subscription, keys });
    return subscription;
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const receiver = this.#receivers.get(request.url ?? '');
    if (!receiver) {
      response.writeHead(404).end();
      return;
    }
    const { subscription, keys } = receiver;
    subscription.requests += 1;
    if (subscription.status < 300) {
      try {
        verifyVapid(request.headers.authorization, this.origin);
        const content = ece.decrypt(body, {
          version: 'aes128gcm',
          privateKey: keys,
          authSecret: subscription.auth,
        });
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, value?.toString()]),
        );
        subscription.received.push({
          content: JSON.parse(content.toString()),
          headers,
          at: Date.now(),
        });
      } catch (error) {
        subscription.problems.push(String(error));
        response.writeHead(400).end();
        return;
      }
    }
    subscription.answer(response);
  }
}
