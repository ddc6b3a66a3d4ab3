import { join } from 'node:path';
import { startBackend } from '@undertone/test-support/backend';
import { makeMicrophoneFile } from './microphone.ts';

/** Starts the real backend once for all journeys; they make accounts of their own. */
export default async function setUp(): Promise<() => Promise<void>> {
  await makeMicrophoneFile();
  const backend = await startBackend();
  process.env.UNDERTONE_URL = backend.url;
  process.env.UNDERTONE_PUBLISHABLE_KEY = backend.publishableKey;
  process.env.UNDERTONE_DATABASE = backend.databaseUrl;
  process.env.UNDERTONE_MAIL = join(backend.dataDir, 'mail');
  return () => backend.stop();
}
