import { readConfig } from './config/environment.ts';
import { createLog } from './lib/log.ts';
import { printLine, runServer } from './operations/run-server.ts';
import { Backend } from './server.ts';

// Serves only the protocol, for the project in SUPABASE_FOLDER. A product's program embeds the
// backend and adds pages.
const product = 'Backend';

await runServer(product, () => {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const server = new Backend(config, log, { product, onStep: printLine });
  return { server, log, dataDir: config.dataDir };
});
