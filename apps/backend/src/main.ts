import { Backend } from './server.ts';
import { readConfig } from './config/environment.ts';
import { describeFailure } from './operations/describe-failure.ts';
import { collectWhenIdle } from './operations/idle-collection.ts';
import { lockDataDir } from './operations/data-dir-lock.ts';
import { createLog } from './lib/log.ts';
import { SiteServer } from '../../site-server/src/site-server.ts';

const fail = (error: unknown): never => {
  const { DATA_DIR = 'DATA_DIR', LOG_LEVEL } = process.env;
  process.stderr.write(`${describeFailure(error, DATA_DIR, LOG_LEVEL)}\n`);
  process.exit(1);
};

try {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const unlock = config.supabase ? () => undefined : lockDataDir(config.dataDir);

  let stopping = false;
  const backend = config.supabase ? new SiteServer(config, log) : new Backend(config, log);
  const stop = async (exitCode: number) => {
    if (stopping) return;
    stopping = true;
    await backend.stop();
    unlock();
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
    unlock();
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
