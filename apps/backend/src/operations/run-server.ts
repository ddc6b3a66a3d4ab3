import type { Logger } from 'pino';
import { lockDataDir } from './data-dir-lock.ts';
import { describeFailure } from './describe-failure.ts';
import { collectWhenIdle } from './idle-collection.ts';

/** A server that a program starts once and stops once. */
interface Server {
  /** @returns the address */
  start(): Promise<string>;
  /** Waits for a start in progress, then stops. */
  stop(): Promise<void>;
  /** Set once the server has started: resolves with the reason when it cannot continue, as without its database. */
  readonly ended?: Promise<string> | undefined;
}

export interface ServerProgram {
  readonly server: Server;
  readonly log: Logger;
  /** The folder that the server locks; null when it keeps nothing on disk. */
  readonly dataDir: string | null;
}

/** Prints a line for the person who starts a program, separate from the log. */
export const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const fail = (error: unknown): never => {
  const { DATA_DIR = 'DATA_DIR', LOG_LEVEL } = process.env;
  process.stderr.write(`${describeFailure(error, DATA_DIR, LOG_LEVEL)}\n`);
  process.exit(1);
};

/**
 * Runs a server until a signal arrives, then ends the process. A failed start prints a description for
 * the operator and ends with code 1.
 * @param product name in messages
 * @param prepare creates the server; an error that it throws is a failed start
 */
export async function runServer(product: string, prepare: () => ServerProgram): Promise<void> {
  try {
    const { server, log, dataDir } = prepare();
    const unlock = dataDir === null ? () => undefined : lockDataDir(dataDir, product);

    let isStopping = false;
    const stop = async (exitCode: number) => {
      if (isStopping) return;
      isStopping = true;
      await server.stop();
      unlock();
      process.exit(exitCode);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => void stop(0));
    }

    // The reader of the log may end before the server, as in `npm start | head`. The server continues without it.
    for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
    collectWhenIdle();
    try {
      printLine(`${product} is at ${await server.start()}`);
    } catch (error) {
      await server.stop();
      unlock();
      if (!isStopping) fail(error);
    }
    const reason = await server.ended;
    if (reason !== undefined && !isStopping) {
      log.fatal(`${reason}; stopping`);
      await stop(1);
    }
  } catch (error) {
    fail(error);
  }
}
