// node apps/backend/bench/sign-in.bench.ts
// Sign-ins with a password per second, beside what bcrypt alone can do on the same machine: the
// rest of a sign-in should cost next to nothing.
import { hash, verify } from '@node-rs/bcrypt';
import { drive } from './drive.ts';
import { machine, signUp, startBackend, viewer } from './running-backend.ts';

const CONNECTIONS = 8;
const WARM_UP_SECONDS = 2;
const SECONDS = 8;

/** As the backend hashes: GoTrue's cost, two at a time. */
const COST = 10;
const AT_ONCE = 2;

export interface SignInBench {
  /** Per second. */
  readonly signIns: number;
  readonly verifications: number;
  /** Of a sign-in, ms. */
  readonly p99: number;
}

/** Verifications per second with nothing around them. */
async function verifyAlone(seconds: number): Promise<number> {
  const hashed = await hash(viewer.password, { cost: COST });
  const started = performance.now();
  let count = 0;
  const work = async () => {
    while (performance.now() - started < seconds * 1000) {
      await verify(viewer.password, hashed);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return count / ((performance.now() - started) / 1000);
}

export async function benchSignIn(): Promise<SignInBench> {
  const backend = await startBackend();
  try {
    await signUp(backend);
    const load = {
      url: `${backend.url}/auth/v1/token?grant_type=password`,
      headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify(viewer),
      connections: CONNECTIONS,
    };
    await drive({ ...load, seconds: WARM_UP_SECONDS });
    // Before and after, since a machine's speed changes while it is measured.
    const before = await verifyAlone(SECONDS / 2);
    const { rate, p99 } = await drive({ ...load, seconds: SECONDS });
    const after = await verifyAlone(SECONDS / 2);
    return { signIns: rate, p99, verifications: (before + after) / 2 };
  } finally {
    await backend.stop();
  }
}

function print({ signIns, verifications, p99 }: SignInBench): void {
  console.log(machine());
  console.log(`bcrypt cost ${COST}, ${CONNECTIONS} connections, ${SECONDS} s each\n`);
  console.log(`sign-ins             ${signIns.toFixed(1).padStart(7)}/s   p99 ${p99} ms`);
  console.log(`bcrypt alone         ${verifications.toFixed(1).padStart(7)}/s`);
  console.log(`ratio                ${(signIns / verifications).toFixed(2).padStart(7)}`);
}

if (import.meta.main) print(await benchSignIn());
