import type { Delivery, Outbox, Outcome } from './outbox.ts';

/** How often the database calls at most, ms: at the first event of a second. The call delivers also the later ones. */
const INTERVAL = 1000;

/** How long the last acts of a second may take until their commit, ms. A job delivers what is later. */
const COMMIT_TIME = 100;

/** How many requests are under way at once. */
const ACTIVE = 50;

/** How many have to be free for another claim, which reads everything that is due. */
const BATCH = 10;

/** How long a call claims deliveries, ms. A function may run for a minute. */
const DURATION = 30_000;

/** How long a call waits for its second at most, ms: messages are due three seconds after their cause. */
const WAIT = 5000;

const pause = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time));

/**
 * Sends everything that is due once the second of the call is over. It may begin later than the call, and is over
 * already where the call has waited for others. While some devices are slow, it claims further deliveries each second.
 *
 * @param requestedAt the beginning of that second by the database's clock, ms
 * @param send resolves with the outcome
 */
export async function deliverDue(
  outbox: Outbox,
  requestedAt: number,
  send: (delivery: Delivery) => Promise<Outcome>,
): Promise<void> {
  // The database's clock may differ.
  await pause(Math.min(Math.max(requestedAt + INTERVAL + COMMIT_TIME - Date.now(), 0), WAIT));
  const deadline = Date.now() + DURATION;
  const active = new Set<Promise<void>>();
  const start = (delivery: Delivery) => {
    const work = send(delivery)
      .then((outcome) => outbox.finish(delivery.ids ?? [delivery.id], outcome))
      // The delivery can be claimed again in two minutes.
      .catch((cause: unknown) => console.error('a delivery was not finished:', String(cause)))
      .finally(() => active.delete(work));
    active.add(work);
  };
  for (;;) {
    const free = ACTIVE - active.size;
    const claimed = free >= BATCH && Date.now() < deadline ? await outbox.claim(free) : [];
    claimed.forEach(start);
    if (active.size === 0) return;
    if (claimed.length === 0) await Promise.race([...active, pause(INTERVAL)]);
  }
}
