import { randomUUID } from 'node:crypto';
import { PUSH_DEVICES_MAX } from '@undertone/domain/limits';
import { describe, expect, it } from 'vitest';
import { keyOf, makeDevice, pushDevicesOf, type Device } from './support/push-devices.ts';
import { outboxOf } from './support/outbox.ts';
import { breaksCheck, refused } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const database = openTestDatabase();
const { make, queryAs, sql } = database;
const { claim } = outboxOf(database);
const { register, devicesOf, personWithDevice } = pushDevicesOf(database);

describe('a device', () => {
  it('is registered in a session of the caller, whose own it is', async () => {
    const me = await make.session(await make.person());
    const other = await make.session(await make.person());
    const id = await register(me);
    expect(await devicesOf(me)).toMatchObject([{ id }]);
    expect(await devicesOf(other)).toEqual([]);
    expect((await queryAs(other)`delete from push_subscriptions`).count).toBe(0);
    await expect(queryAs(me)`select auth_secret from push_subscriptions`).rejects.toMatchObject(
      refused,
    );
    await expect(queryAs('visitor')`select id from push_subscriptions`).rejects.toMatchObject(
      refused,
    );
    expect((await queryAs(me)`delete from push_subscriptions`).count).toBe(1);
  });

  it('needs a session that has not ended, and the second factor that the account has', async () => {
    const person = await make.person();
    await expect(register({ ...person, session: randomUUID() })).rejects.toMatchObject(refused);
    const me = await make.session(person);
    await make.factor(me);
    await expect(register(me)).rejects.toMatchObject(refused);
    expect(await register({ ...me, aal: 'aal2' })).toBeDefined();
  });

  it('is renewed by registering again, and ends with its session', async () => {
    const me = await make.session(await make.person());
    const device = makeDevice();
    const id = await register(me, device);
    await sql`update push_subscriptions set renewed_at = now() - interval '59 days'`;
    expect(await register(me, { ...device, p256dh: keyOf(65) })).toBe(id);
    const [row] = await sql`select renewed_at = now() as is_new from push_subscriptions`;
    expect(row).toEqual({ is_new: true });
    await sql`delete from auth.sessions where id = ${me.session}`;
    expect(await devicesOf(me)).toEqual([]);
  });

  it('moves to another account that knows its secret, with nothing that waits for it', async () => {
    const one = await make.session(await make.person());
    const other = await make.session(await make.person());
    const device = makeDevice();
    await register(one, device);
    const drop = await make.drop({}, one);
    await make.like(await make.person(), drop);
    for (const auth of [keyOf(16), null]) {
      const { endpoint, p256dh } = device;
      await expect(
        queryAs(other)`select register_push(${endpoint}, ${p256dh}, ${auth})`,
      ).rejects.toMatchObject(refused);
    }
    await register(other, device);
    await make.like(other, drop);
    expect(await devicesOf(one)).toEqual([]);
    expect(await claim()).toEqual([]);
  });

  it('beyond the limit replaces the one that was renewed least recently', async () => {
    const me = await make.session(await make.person());
    const ids: string[] = [];
    for (let count = 0; count < PUSH_DEVICES_MAX; count += 1) {
      ids.push(await register(me));
      await sql`update push_subscriptions set renewed_at = renewed_at - interval '1 day'`;
    }
    ids.push(await register(me));
    const kept = await devicesOf(me);
    expect(new Set(kept.map(({ id }) => id))).toEqual(new Set(ids.slice(1)));
  });

  it('is deleted 60 days after its last renewal', async () => {
    const me = await personWithDevice();
    const id = await register(me);
    await sql`
      update push_subscriptions set renewed_at = now() - interval '60 days' where id = ${id}`;
    await sql`select private.delete_expired()`;
    expect(await devicesOf(me)).toHaveLength(1);
  });

  it.each<[Partial<Device>]>([
    [{ p256dh: 'short' }],
    [{ auth: 'short' }],
    [{ endpoint: `https://fcm.googleapis.com/${'x'.repeat(1000)}` }],
    ...[
      'http://fcm.googleapis.com/abc',
      'https://fcm.googleapis.com:8443/abc',
      'https://user@fcm.googleapis.com/abc',
      'https://fcm.googleapis.com@evil.example/abc',
      'https://evil.example\\.push.apple.com/abc',
      'https://evil.example?.push.apple.com/abc',
      'https://evil.example#.push.apple.com/abc',
      'https://fcm.googleapis.com.evil.example/abc',
      'https://evil-fcm.googleapis.com/abc',
      'https://evilpush.apple.com/',
      'https://169.254.169.254/latest/meta-data',
      'https://push.example/abc',
      'https://fcm.googleapis.com./abc',
      'https://fcm.googleapis.com',
      'https://FCM.googleapis.com/abc',
      'https://user:secret@web.push.apple.com/abc',
      'https://[::1].push.apple.com/abc',
      'https://evil.example%2f.push.apple.com/abc',
      'https://evil.example\n.push.apple.com/abc',
      'https://fcm。googleapis.com/abc',
      'file:///etc/passwd',
    ].map((endpoint): [Partial<Device>] => [{ endpoint }]),
  ])('with %j is refused', async (wrong) => {
    const me = await make.session(await make.person());
    await expect(register(me, { ...makeDevice(), ...wrong })).rejects.toMatchObject(breaksCheck);
  });

  it.each([
    'https://jmt17.google.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-by3p.notify.windows.com/w/?token=abc',
  ])('at %s is registered', async (endpoint) => {
    const me = await make.session(await make.person());
    expect(await register(me, { ...makeDevice(), endpoint })).toBeDefined();
  });

  it('at an origin that the operator has named is registered, and removed once it is named no more', async () => {
    await sql`select set_config('backend.vault_key', 'key', true)`;
    const [secret] = await sql<{ id: string }[]>`
      select vault.create_secret('https://push.example http://127.0.0.1:8080', 'push_origins') as id`;
    const me = await make.session(await make.person());
    for (const endpoint of ['https://push.example/abc', 'http://127.0.0.1:8080/abc']) {
      await register(me, { ...makeDevice(), endpoint });
    }
    for (const endpoint of ['http://push.example/abc', 'http://127.0.0.1:8081/abc']) {
      await expect(register(me, { ...makeDevice(), endpoint })).rejects.toMatchObject(breaksCheck);
    }
    await make.like(await make.person(), await make.drop({}, me));
    await sql`select vault.update_secret(${secret!.id}, 'http://127.0.0.1:8080')`;
    expect(await claim()).toMatchObject([{ endpoint: 'http://127.0.0.1:8080/abc' }]);
    expect(await devicesOf(me)).toHaveLength(1);
  });
});
