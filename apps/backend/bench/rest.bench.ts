// node apps/backend/bench/rest.bench.ts
// Requests per second through the whole backend, with row-level security, as a signed-in account: one
// table, and the feed's newest drops with more and more of the app's columns. The processor time of a
// request is meaningful even if the machine has other work.
import { startBackend } from '@undertone/test-support/backend';
import { allocatorSettings } from '../src/database/allocator-settings.ts';
import { signUp } from './account.ts';
import { drive } from './drive.ts';
import { ACCOUNTS, author, DROPS, feedPath, fill, newestDrops } from './fill.ts';
import { measureMemory, measureTree } from './process-tree.ts';
import { report, type Rows } from '../../../scripts/lib/bench/report.ts';

const CONNECTIONS = 16;
const WARM_UP_SECONDS = 3;
const SECONDS = 10;

/** The measured requests below `/rest/v1/`. */
const requests = {
  '20 profiles': 'profiles?select=user_id,username,avatar_url&order=created_at.desc&limit=20',
  '20 drops with author': newestDrops(author),
  '20 drops with author, own like': newestDrops(`${author},likes:voice_drop_likes(id)`),
  'the same with waveforms (feed)': feedPath,
};

const backend = await startBackend({ env: allocatorSettings });
try {
  const { pid } = backend.process;
  const { accessToken } = await signUp(backend, 'viewer');
  const headers = { apikey: backend.publishableKey, authorization: `Bearer ${accessToken}` };
  await fill(backend);
  const rows: Rows = {};
  for (const [name, path] of Object.entries(requests)) {
    const load = { url: `${backend.url}/rest/v1/${path}`, headers, connections: CONNECTIONS };
    await drive({ ...load, seconds: WARM_UP_SECONDS });
    const before = await measureTree(pid);
    const { rate, requests: count, p50, p99 } = await drive({ ...load, seconds: SECONDS });
    const after = await measureTree(pid);
    rows[name] = {
      'requests/s': rate,
      'p50, ms': p50,
      'p99, ms': p99,
      'Node, µs': (after.own - before.own) / count,
      'PostgreSQL, µs': (after.others - before.others) / count,
    };
  }
  report(
    `${CONNECTIONS} connections, ${DROPS} drops by ${ACCOUNTS} accounts, row-level security on, ${SECONDS} s each`,
    rows,
  );
  console.log(`memory of all processes: ${(await measureMemory(pid)).toFixed(0)} MB`);
} finally {
  await backend.stop();
}
