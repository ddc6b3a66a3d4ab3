import { startBackend } from '@undertone/test-support/backend';
import { expect, it } from 'vitest';
import { freePort } from '../../apps/backend/src/lib/free-port.ts';
import { join } from './fixtures/member.ts';
import {
  tokenAcceptance,
  refusedEverywhere,
  acceptedEverywhere,
} from './fixtures/token-acceptance.ts';

it('sessions survive a restart, and ended sessions stay ended', async () => {
  const env = { PORT: String(await freePort()) };
  const first = await startBackend({ env });
  let running = first;
  try {
    const stays = await join(first);
    const gone = await join(first);
    await gone.client.auth.signOut();
    await first.stop({ keepData: true });
    running = await startBackend({ env, dataDir: first.dataDir });
    expect(await tokenAcceptance(running, stays.session.access_token)).toEqual(acceptedEverywhere);
    expect(await tokenAcceptance(running, gone.session.access_token)).toEqual(refusedEverywhere);
    expect((await stays.client.auth.refreshSession(stays.session)).error).toBeNull();
  } finally {
    await running.stop();
  }
});
