import type { Logger } from 'pino';
import { lockDataDir } from './data-dir-lock.ts';
import { describeFailure } from './describe-failure.ts';
import { collectWhenIdle } from './idle-collection.ts';

/** What a program runs: started once, stopped once. */
interface Server {
  /** @returns the address */
  start(): Promise<string>;
  /** A start under way is waited for. */
  stop(): Promise<void>;
  /** Once started: resolves with the reason when the server cannot go on, as without its database. */
  readonly ended?: Promise<string> | undefined;
}

export interface ServerProgram {
  readonly server: Server;
  readonly log: Logger;
  /** The folder that the server has for itself; null when it keeps nothing on disk. */
  readonly dataDir: string | null;
}

/** Writes a line for the person who starts a program, apart from its log. */
export const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const fail = (error: unknown): never => {
  const { DATA_DIR = 'DATA_DIR', LOG_LEVEL } = process.env;
  process.stderr.write(`${describeFailure(error, DATA_DIR, LOG_LEVEL)}\n`);
  process.exit(1);
};

/**
 * Runs a server until a signal comes, then ends the process. A failed start is described in words
 * for the operator, with exit code 1.
 * @param product name of the product in what people read
 * @param prepare makes the server; an error that it throws is described as a failed start
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

    collectWhenIdle();
    try {
      say(`${product} is at ${await server.start()}`);
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
