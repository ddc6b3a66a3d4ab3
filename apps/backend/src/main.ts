import { Backend } from './backend.ts';
import { readConfig } from './config.ts';
import { ConfigError } from './config-error.ts';
import { MigrationError } from './database/migrations.ts';
import { DatabaseUnusableError } from './database/outside-postgres.ts';
import { collectWhenIdle } from './idle-collection.ts';
import { PortTakenError } from './http/listen.ts';
import { AlreadyRunningError, lockDataDir } from './lock.ts';
import { createLog } from './log.ts';
import { SiteServer } from './site-server.ts';

/** Errors that their own words explain: the operator needs no stack. */
const plainErrors = [
  ConfigError,
  DatabaseUnusableError,
  MigrationError,
  PortTakenError,
  AlreadyRunningError,
];

const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const isPlain = plainErrors.some((kind) => error instanceof kind);
  return isPlain ? error.message : (error.stack ?? error.message);
};

const fail = (error: unknown): never => {
  process.stderr.write(`${describe(error)}\n`);
  process.exit(1);
};

try {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const unlock = config.supabase ? async () => undefined : await lockDataDir(config.dataDir);

  let stopping = false;
  const backend = config.supabase ? new SiteServer(config, log) : new Backend(config, log);
  const stop = async (exitCode: number) => {
    if (stopping) return;
    stopping = true;
    await backend.stop();
    await unlock();
    process.exit(exitCode);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(0));
  }

  collectWhenIdle();
  try {
    const url = await backend.start();
    process.stdout.write(`Undertone is at ${url}\n`);
  } catch (error) {
    await backend.stop();
    await unlock();
    if (!stopping) fail(error);
  }
  if (backend instanceof Backend) {
    await backend.databaseEnded;
    if (!stopping) {
      log.fatal('PostgreSQL ended; stopping');
      await stop(1);
    }
  }
} catch (error) {
  fail(error);
}
