import type { App } from '#lib/app.ts';
import { logFailure } from '#lib/log.ts';

/**
 * How long after a press or a key the use of the app is recorded, ms. What the press is for comes first, and
 * further ones until then need no other request.
 */
const DELAY = 30_000;

/**
 * Records that somebody uses the app, so that no mail is sent of what it shows. Ends where the account gets no
 * mails.
 *
 * @returns a function that stops it
 */
export function recordActivity({ client }: App): () => void {
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const record = async () => {
    const { data: isMailed } = await client.rpc('record_activity').throwOnError();
    timer = undefined;
    if (!isMailed) stopped.abort();
  };
  const onInput = () => {
    timer ??= setTimeout(() => {
      record().catch((cause: unknown) => {
        timer = undefined;
        if (navigator.onLine) logFailure('The use of the app could not be recorded.', cause);
      });
    }, DELAY);
  };
  const options = { passive: true, capture: true, signal: stopped.signal };
  document.addEventListener('pointerdown', onInput, options);
  document.addEventListener('keydown', onInput, options);
  return () => {
    stopped.abort();
    clearTimeout(timer);
  };
}
