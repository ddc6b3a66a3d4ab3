import type { Delivery, Outbox, Outcome } from './outbox.ts';

/**
 * How long the first claim waits, ms. The database calls once a second, at the first event of it: the call
 * delivers also the later ones.
 */
const GATHERING = 1000;

/** How many requests are under way at once. */
const ACTIVE = 50;

/** How long a call claims deliveries, ms. A function may run for a minute. */
const DURATION = 30_000;

const pause = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time));

/**
 * Sends everything that is due. While some devices are slow, it claims further deliveries each second.
 *
 * @param send resolves with the outcome
 */
export async function deliverDue(
  outbox: Outbox,
  send: (delivery: Delivery) => Promise<Outcome>,
): Promise<void> {
  await pause(GATHERING);
  const deadline = Date.now() + DURATION;
  const active = new Set<Promise<void>>();
  const start = (delivery: Delivery) => {
    const work = send(delivery)
      .then((outcome) => outbox.finish([delivery.id], outcome))
      // The delivery can be claimed again in two minutes.
      .catch((cause: unknown) => console.error('a delivery was not finished:', String(cause)))
      .finally(() => active.delete(work));
    active.add(work);
  };
  for (;;) {
    const free = Date.now() < deadline ? ACTIVE - active.size : 0;
    const claimed = free > 0 ? await outbox.claim(free) : [];
    claimed.forEach(start);
    if (active.size === 0) return;
    if (claimed.length === 0) await Promise.race([...active, pause(GATHERING)]);
  }
}
