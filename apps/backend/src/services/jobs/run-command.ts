import { jobLock } from '../../database/advisory-locks.ts';
import { ConnectionLostError } from '../../database/connection.ts';
import type { Sql } from '../../database/sql.ts';

const rowCommands = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** What pg_cron records of a successful command: `1 row`, `DELETE 3`, `VACUUM`. */
const describeResult = (command: string, count: number): string => {
  if (command === 'SELECT') return `${count} row${count === 1 ? '' : 's'}`;
  if (!rowCommands.has(command)) return command;
  return `${command} ${command === 'INSERT' ? '0 ' : ''}${count}`;
};

/** What pg_cron records of a failed command. */
const describeFailure = (error: unknown): string => {
  const cause = error instanceof ConnectionLostError ? error.cause : error;
  return `ERROR:  ${cause instanceof Error ? cause.message : String(cause)}`;
};

export interface CommandResult {
  readonly status: 'succeeded' | 'failed';
  readonly message: string;
  /** Set if the command failed. */
  readonly error?: unknown;
}

/**
 * Runs a job's command in a new session, and closes it.
 * @param open opens the session
 * @param onStart is called with the id of the session's process
 */
export async function runCommand(
  open: () => Promise<Sql>,
  { jobid, command }: { readonly jobid: string; readonly command: string },
  onStart: (pid: number) => Promise<void>,
): Promise<CommandResult> {
  try {
    await using sql = await open();
    // A session of a backend that was killed may still run the job.
    const [session] = await sql<{ pid: number; isFree: boolean }[]>`
      select pg_backend_pid() as pid, pg_try_advisory_lock(${jobLock}, ${jobid}::int) as "isFree"`;
    if (!session?.isFree) throw new Error('the job still runs in another session');
    await onStart(session.pid);
    const result = await sql.unsafe(command);
    return { status: 'succeeded', message: describeResult(result.command, result.count) };
  } catch (error) {
    return { status: 'failed', message: describeFailure(error), error };
  }
}
