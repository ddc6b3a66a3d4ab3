import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { startBackend } from '@undertone/test-support/backend';
import postgres from 'postgres';
import { afterAll, expect, it } from 'vitest';
import { listen, titles, until } from './fixtures/listen.ts';
import { signUp, tokenOf } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';

/** The database's superuser, for changes that no client can make. */
const query = async (databaseUrl: string, text: string, values: string[] = []): Promise<void> => {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined });
  await sql.unsafe(text, values);
  await sql.end();
};

const postmasterPid = async (dataDir: string): Promise<number> =>
  Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);

/** Each test ends it and starts it again on its folder and port. */
let running = await startBackend();
afterAll(() => running.stop());

// PostgreSQL outlives a killed backend, so that changes can be committed while the backend is down.
it.for([
  ['kill -9', 'what was committed meanwhile, and what comes later,'],
  ['SIGTERM', 'what comes later'],
  ['kill -9 of PostgreSQL', 'what comes later'],
])('after %s %s reaches a client that reconnects', async ([end], { onTestFinished }) => {
  const first = running;
  const person = await signUp(first, `u${randomUUID().slice(0, 8)}`);
  const id = await postDrop(person, { title: 'before' });
  const token = await tokenOf(person);
  const client = createClient(first.url, first.publishableKey, {
    accessToken: () => Promise.resolve(token),
    realtime: { reconnectAfterMs: () => 200 },
  });
  const listener = await listen(client, { table: 'voice_drops' }, onTestFinished);
  const titleOf = (when: string) => `${when}, with ${end}`;
  const change = (when: string) =>
    query(running.databaseUrl, 'update public.voice_drops set title = $1 where id = $2', [
      titleOf(when),
      id,
    ]);
  await change('while it lives');
  await until(listener, titleOf('while it lives'));

  const meanwhile: string[] = [];
  if (end === 'kill -9') {
    await first.kill();
    meanwhile.push(titleOf('while it is away'));
    await change('while it is away');
  } else if (end === 'SIGTERM') {
    await first.stop({ keepData: true });
  } else {
    const exited = once(first.process, 'exit');
    process.kill(await postmasterPid(first.dataDir), 'SIGKILL');
    await exited;
  }
  running = await startBackend({
    dataDir: first.dataDir,
    env: { PORT: new URL(first.url).port },
  });
  await expect.poll(() => listener.states.at(-1), { timeout: 20_000 }).toBe('SUBSCRIBED');
  await change('when it is back');
  await until(listener, titleOf('when it is back'));
  expect(titles(listener)).toEqual(expect.arrayContaining(meanwhile));
  expect(listener.states[0]).toBe('SUBSCRIBED');
  expect(listener.states.length).toBeGreaterThan(1);
  await client.removeAllChannels();
});
