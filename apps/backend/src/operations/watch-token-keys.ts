import { unwatchFile, watchFile } from 'node:fs';
import type { Logger } from 'pino';
import { readSecrets, secretsPath } from './secrets.ts';
import type { TokenKeys } from '../identity/token-keys.ts';

/** How often the file is checked for changes, ms. */
const interval = 1000;

/**
 * Reloads the keys whenever `npm run rotate-keys` has written new ones.
 * @returns a function that stops watching
 */
export function watchTokenKeys(dataDir: string, keys: TokenKeys, log: Logger): () => void {
  const path = secretsPath(dataDir);
  const reload = async () => {
    try {
      const secrets = await readSecrets(dataDir);
      if (!secrets) return;
      await keys.replace(secrets.tokenKeys);
      log.info('token keys reloaded');
    } catch (err) {
      log.error({ err }, 'token keys could not be reloaded');
    }
  };
  const onChange = () => void reload();
  watchFile(path, { interval, persistent: false }, onChange);
  return () => unwatchFile(path, onChange);
}
