import { whenIdle } from '#ui/when-idle.ts';
import { logFailure } from './log.ts';

interface WhenIdle<Code> {
  /** Is called once, when it is there. */
  onLoad: (code: Code) => void;
  /** What is logged where it does not come. */
  failure: string;
}

/**
 * Fetches code that can wait once the page is usable, and again when the network
 * is back. Where it does not come the page goes on without.
 *
 * @returns a function that calls it off
 */
export function loadWhenIdle<Code>(
  load: () => Promise<Code>,
  { onLoad, failure }: WhenIdle<Code>,
): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const attempt = async () => {
    try {
      const code = await load();
      if (signal.aborted) return;
      ending.abort();
      onLoad(code);
    } catch (cause) {
      logFailure(failure, cause);
    }
  };
  const cancel = whenIdle(() => void attempt());
  addEventListener('online', () => void attempt(), { signal });
  return () => {
    cancel();
    ending.abort();
  };
}
