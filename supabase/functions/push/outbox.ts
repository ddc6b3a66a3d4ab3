import type { MailDelivery } from '../../../packages/domain/src/notification-mail.ts';
import type { PushDelivery } from '../../../packages/domain/src/push-message.ts';

/** Claimed events of the outbox, which end together. */
interface Claim {
  readonly id: number;
  /** All that a mail collects; undefined for the event alone. */
  readonly ids?: readonly number[];
}

/** A claimed push message. */
export type ClaimedPush = Claim &
  PushDelivery & {
    readonly endpoint: string;
    readonly p256dh: string;
    readonly auth: string;
    /** Whether the operator has named the origin of the endpoint, which is then no browser's push service. */
    readonly isNamed: boolean;
  };

/** A claimed mail. */
export type ClaimedMail = Claim &
  MailDelivery & {
    /** What the first of its events is about: an id that no other mail has. */
    readonly subject: string;
  };

export type Delivery = ClaimedPush | ClaimedMail;

/**
 * How a delivery ended: `failed` is tried again, `refused` is not, and `gone` means that the device is not
 * registered at the push service any more.
 */
export type Outcome = 'delivered' | 'failed' | 'refused' | 'gone';

/** The database's outbox, with the secret key. */
export class Outbox {
  readonly #url: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  /** Claims deliveries that are due; each has to be finished within two minutes. */
  async claim(max: number): Promise<Delivery[]> {
    const response = await this.#call('claim_deliveries', { max });
    const deliveries: Delivery[] = await response.json();
    return deliveries;
  }

  async finish(ids: readonly number[], outcome: Outcome): Promise<void> {
    const response = await this.#call('finish_deliveries', { ids, outcome });
    await response.body?.cancel();
  }

  async #call(name: string, parameters: object): Promise<Response> {
    const response = await fetch(`${this.#url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: {
        apikey: this.#key,
        authorization: `Bearer ${this.#key}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(parameters),
    });
    if (response.ok) return response;
    await response.body?.cancel();
    throw new Error(`${name} answered ${response.status}`);
  }
}
