// `node tests/contract/push-load.ts` notifies 1000 accounts within a minute, and prints how long the messages take
// until they reach the push service, and the memory of the backend.
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { startBackend } from '@undertone/test-support/backend';
import { PushService } from '@undertone/test-support/push-service';
import postgres from 'postgres';

const COUNT = 1000;
const MINUTE = 60_000;

const service = new PushService();
await service.start();
const backend = await startBackend({ env: { PUSH_ORIGINS: service.origin } });
const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => undefined });

/** The resident memory of the backend's process, MB. */
const readMemory = async (): Promise<number> => {
  const status = await readFile(`/proc/${backend.process.pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
};

await sql`
  insert into auth.users (id, raw_user_meta_data)
  select gen_random_uuid(), jsonb_build_object('username', 'listener' || n)
  from generate_series(1, ${COUNT}::int) as n`;
await sql`insert into auth.sessions (id, user_id) select user_id, user_id from profiles`;
const people = await sql<{ id: string }[]>`select user_id as id from profiles`;
const devices = people.map(({ id }) => ({ id, sentAt: 0, device: service.subscribe() }));
for (const { id, device } of devices) {
  const { endpoint, p256dh, auth } = device;
  await sql`
    insert into push_subscriptions ${sql({ user_id: id, session_id: id, endpoint, p256dh, auth_secret: auth })}`;
}

const before = await readMemory();
const begun = Date.now();
for (const [index, each] of devices.entries()) {
  await pause(Math.max(0, begun + (index * MINUTE) / COUNT - Date.now()));
  each.sentAt = Date.now();
  const actor = devices[(index + 1) % COUNT]!;
  await sql`
    insert into notifications ${sql({ recipient_id: each.id, actor_id: actor.id, type: 'follow' })}`;
}
const hasAll = () => devices.every(({ device }) => device.received.length > 0);
while (!hasAll() && Date.now() < begun + 2 * MINUTE) await pause(100);

const times = devices
  .map(({ sentAt, device }) => (device.received[0]?.at ?? Infinity) - sentAt)
  .sort((one, other) => one - other);
console.log(
  `until the push service: median ${times[COUNT / 2]} ms, p95 ${times[COUNT * 0.95]} ms, most ${times.at(-1)} ms`,
);
console.log(`sent twice: ${devices.filter(({ device }) => device.requests > 1).length}`);
console.log(`memory: ${before} MB before, ${await readMemory()} MB after`);

await sql.end();
await backend.stop();
service.stop();
