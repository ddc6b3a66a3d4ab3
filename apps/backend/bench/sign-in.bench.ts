// node apps/backend/bench/sign-in.bench.ts
// Sign-ins with a password per second, compared with verifications by bcrypt alone on the same machine:
// the rest of a sign-in should cost very little. The processor time is meaningful even if the machine
// has other work.
import { hash, verify } from '@node-rs/bcrypt';
import { startBackend } from '@undertone/test-support/backend';
import { allocatorSettings } from '../src/database/allocator-settings.ts';
import { password, signUp } from './account.ts';
import { drive } from './drive.ts';
import { measureTree } from './process-tree.ts';
import { report } from '../../../scripts/lib/bench/report.ts';

const CONNECTIONS = 8;
const WARM_UP_SECONDS = 2;
const SECONDS = 8;

/** The backend's settings: GoTrue's cost, two hashes at a time. */
const COST = 10;
const AT_ONCE = 2;

/** Measures verifications by bcrypt alone: their number per second, and the processor time of each, ms. */
async function verifyAlone(seconds: number): Promise<{ rate: number; time: number }> {
  const hashed = await hash(password, { cost: COST });
  const started = performance.now();
  const usage = process.cpuUsage();
  let count = 0;
  const work = async () => {
    while (performance.now() - started < seconds * 1000) {
      await verify(password, hashed);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const { user, system } = process.cpuUsage(usage);
  return {
    rate: count / ((performance.now() - started) / 1000),
    time: (user + system) / 1000 / count,
  };
}

const backend = await startBackend({ env: { ...allocatorSettings, FULL_PASSWORD_HASHES: '1' } });
try {
  const { email } = await signUp(backend, 'viewer');
  const load = {
    url: `${backend.url}/auth/v1/token?grant_type=password`,
    headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
    connections: CONNECTIONS,
  };
  await drive({ ...load, seconds: WARM_UP_SECONDS });
  // Measured before and after, since a machine's speed varies during a run.
  const before = await verifyAlone(SECONDS / 2);
  const idle = await measureTree(backend.process.pid);
  const { rate, p99, requests } = await drive({ ...load, seconds: SECONDS });
  const busy = await measureTree(backend.process.pid);
  const after = await verifyAlone(SECONDS / 2);
  const spent = busy.own + busy.others - idle.own - idle.others;
  report(`bcrypt cost ${COST}, ${CONNECTIONS} connections, ${SECONDS} s each`, {
    'sign-ins': {
      'per second': rate,
      'processor time, ms': spent / 1000 / requests,
      'p99, ms': p99,
    },
    'bcrypt alone': {
      'per second': (before.rate + after.rate) / 2,
      'processor time, ms': (before.time + after.time) / 2,
    },
  });
} finally {
  await backend.stop();
}
