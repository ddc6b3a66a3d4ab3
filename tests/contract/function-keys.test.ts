import { FunctionsHttpError } from '@supabase/supabase-js';
import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { visit } from './fixtures/person.ts';
import { wavOf } from './fixtures/wav.ts';

let backend: TestBackend;

beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.stop());

test('A request with only the publishable or the secret key is refused before it reaches the function', async () => {
  for (const publishableKey of [backend.publishableKey, backend.secretKey]) {
    const keyed = visit({ ...backend, publishableKey });
    const { error } = await keyed.functions.invoke('voice-transform', {
      body: { audioData: Buffer.from(wavOf(0.2)).toString('base64'), filterId: 'deep' },
    });
    expect(error).toBeInstanceOf(FunctionsHttpError);
    expect(error.context.status).toBe(401);
    expect(await error.context.json()).toEqual({
      code: 'UNAUTHORIZED',
      message: expect.stringContaining('signed in'),
    });
  }
});
