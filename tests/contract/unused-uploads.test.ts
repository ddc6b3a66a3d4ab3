import { startBackend, type TestBackend } from '@undertone/test-support/backend';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from './fixtures/person.ts';
import { wavOf } from './fixtures/wav.ts';

let backend: TestBackend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend?.stop());

test('a person lists their own uploads that no drop uses', async () => {
  const [ann, bob] = await Promise.all([signUp(backend, 'ann'), signUp(backend, 'bob')]);
  const path = `${bob.id}/draft.wav`;
  const { error } = await bob.client.storage
    .from('voice-drops')
    .upload(path, wavOf(0.1), { contentType: 'audio/wav' });
  expect(error).toBeNull();
  const sql = postgres(backend.databaseUrl, { max: 1 });
  await sql`
    update storage.objects set created_at = now() - interval '2 days' where name = ${path}`;
  await sql.end();
  expect((await bob.client.rpc('unused_uploads')).data).toEqual([path]);
  expect((await ann.client.rpc('unused_uploads')).data).toEqual([]);
});
