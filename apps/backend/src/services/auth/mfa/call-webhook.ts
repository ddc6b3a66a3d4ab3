import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { WebhookSettings } from '../../../config/webhook-settings.ts';
import { readBounded } from '../../../lib/read-bounded.ts';

/** Timeout of all attempts together, ms. This and the numbers below are GoTrue's. */
const timeout = 5_000;
const maximumAttempts = 3;
/** Delay between attempts at a URL that does not respond, ms. */
const retryDelay = 2_000;
/** Largest response, bytes. */
const maximumResponse = 200 * 1024;

/** A call of a webhook failed. The message contains no part of the call. */
export class WebhookError extends Error {
  override name = 'WebhookError';
}

/** The response of a receiver that refuses, in Supabase's form. */
const refusalSchema = z.looseObject({ error: z.unknown() });

/**
 * Signs a call by Standard Webhooks: HMAC-SHA256 over id, time and body, once for each secret.
 * @param timestamp seconds since 1970
 */
const signWebhook = (
  secrets: readonly string[],
  id: string,
  timestamp: number,
  body: string,
): string =>
  secrets
    .map((secret) => {
      const mac = createHmac('sha256', Buffer.from(secret, 'base64'));
      return `v1,${mac.update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    })
    .join(', ');

const checkResponse = async (response: Response): Promise<void> => {
  if (response.status === 204) return;
  if (response.status !== 200 && response.status !== 202) {
    throw new WebhookError(`it responded with status ${response.status}`);
  }
  if (!/^application\/json\b/i.test(response.headers.get('content-type') ?? '')) {
    throw new WebhookError('its response is not JSON');
  }
  const text = (await readBounded(response, maximumResponse)).toString();
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (cause) {
    throw new WebhookError('its response is not JSON', { cause });
  }
  const refusal = refusalSchema.safeParse(parsed);
  if (refusal.success && refusal.data.error) throw new WebhookError('it responded with an error');
};

/** Calls the webhook once; null if it cannot be reached. */
const call = async ({ uri, secrets }: WebhookSettings, body: string, signal: AbortSignal) => {
  const id = randomUUID();
  const timestamp = Math.floor(Date.now() / 1000);
  return fetch(uri, {
    method: 'POST',
    body,
    signal,
    redirect: 'manual',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signWebhook(secrets, id, timestamp, body),
    },
  }).catch(() => null);
};

const demandsRetry = (response: Response): boolean =>
  (response.status === 429 || response.status === 503) && response.headers.has('retry-after');

/**
 * Calls a webhook, and waits for its response. One that cannot be reached, or responds with
 * `Retry-After`, is called again.
 * @throws {WebhookError}
 */
export async function callWebhook(settings: WebhookSettings, payload: unknown): Promise<void> {
  const body = JSON.stringify(payload);
  const signal = AbortSignal.timeout(timeout);
  for (let attempt = 1; ; attempt += 1) {
    const isLast = attempt === maximumAttempts;
    const response = await call(settings, body, signal);
    if (!response) {
      if (isLast || signal.aborted) throw new WebhookError('it does not respond');
      // The delay ends early when the time for all attempts is over.
      await wait(retryDelay, undefined, { signal }).catch(() => undefined);
    } else if (demandsRetry(response) && !isLast) {
      await response.body?.cancel();
    } else {
      return checkResponse(response).catch((error: unknown) => {
        throw error instanceof WebhookError
          ? error
          : new WebhookError('its response is too large or incomplete', { cause: error });
      });
    }
  }
}
