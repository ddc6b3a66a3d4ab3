// npm run rotate-keys [-- --revoke]: creates a new key for access tokens. With --revoke earlier tokens
// are refused at once, for use after a theft; refresh tokens keep people signed in.
import { readConfig } from '../apps/backend/src/config/environment.ts';
import { describeFailure } from '../apps/backend/src/operations/describe-failure.ts';
import { rotateTokenKeys } from '../apps/backend/src/operations/rotate-token-keys.ts';

const revoke = process.argv.includes('--revoke');
try {
  const id = await rotateTokenKeys(readConfig(process.env).dataDir, { revoke });
  console.log(`Key ${id} signs from now on. A running backend takes it up within seconds.`);
  console.log(
    revoke
      ? 'Tokens signed before are refused.'
      : 'Tokens signed before are good until they expire.',
  );
} catch (error) {
  console.error(describeFailure(error, 'DATA_DIR', process.env.LOG_LEVEL));
  process.exit(1);
}
