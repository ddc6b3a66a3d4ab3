import { encryptNotification } from '@block65/webcrypto-web-push';
import { pushMessageOf } from '../../../packages/domain/src/push-message.ts';
import type { ClaimedPush, Outcome } from './outbox.ts';
import { post } from './post.ts';
import { vapidAuthorization, type VapidKeys } from './vapid.ts';

/** How long a push service keeps a message for a device that is off, seconds. */
const TIME_TO_LIVE = 24 * 60 * 60;

/** How long a request may take, ms. */
const DURATION = 10_000;

/** The header `Topic`, of at most 32 characters of base64url: a waiting message of a topic is replaced. */
async function topicOf(topic: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(topic));
  return Array.from(new Uint8Array(hash).slice(0, 16), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

const outcomeOf = (status: number): Outcome => {
  if (status >= 200 && status < 300) return 'delivered';
  if (status === 404 || status === 410) return 'gone';
  // 401 and 403 are about this server's keys, which the operator may correct.
  const isTemporary = status >= 500 || [401, 403, 408, 429].includes(status);
  return isTemporary ? 'failed' : 'refused';
};

/** Sends push messages: encrypted for the device (RFC 8291), signed by this server (RFC 8292). */
export class PushSender {
  readonly #keys: VapidKeys;
  readonly #timeout: number;

  /** @param timeout how long a request may take, ms */
  constructor(keys: VapidKeys, timeout = DURATION) {
    this.#keys = keys;
    this.#timeout = timeout;
  }

  async send(delivery: ClaimedPush): Promise<Outcome> {
    const { endpoint, p256dh, auth, topic, kind, isNamed } = delivery;
    const target = { endpoint, expirationTime: null, keys: { p256dh, auth } };
    const content = new TextEncoder().encode(JSON.stringify(pushMessageOf(delivery)));
    // A device's key may be no point of the curve.
    const body = await encryptNotification(target, content).catch(() => null);
    if (body === null) return 'gone';
    try {
      const headers = {
        authorization: await vapidAuthorization(endpoint, this.#keys),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(TIME_TO_LIVE),
        urgency: kind === 'like' || kind === 'drop' ? 'normal' : 'high',
        topic: await topicOf(topic),
      };
      const timeout = this.#timeout;
      return outcomeOf(
        await post(endpoint, { headers, body: new Uint8Array(body), timeout, isTrusted: isNamed }),
      );
    } catch {
      // No response in time, no connection, or an address that is not public.
      return 'failed';
    }
  }
}
