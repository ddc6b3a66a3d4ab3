import { logFailure } from '#lib/log.ts';
import { toast } from './toast.ts';

interface Outcome {
  /** The toast after it was done; by default none. */
  done?: string;
  /** The toast after a failure that has no reason for people. */
  failed: string;
  /** What the log says of a failure. */
  log: string;
  /** The reason of a failure, if it has one for people. */
  reasonOf?: (cause: unknown) => string | undefined;
}

/** Does what a press asks for, and says in a toast that it is done or has failed. */
export async function attempt(
  act: () => Promise<unknown>,
  { done, failed, log, reasonOf }: Outcome,
): Promise<void> {
  try {
    await act();
    if (done !== undefined) toast.success(done);
  } catch (cause) {
    logFailure(log, cause);
    toast.error(reasonOf?.(cause) ?? failed);
  }
}
