import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startTemporaryDatabase } from '@undertone/test-support/database';
import { afterAll, expect, it } from 'vitest';
import { openSession, type Sql } from './sql.ts';
import type { RunningDatabase } from './start.ts';

const running: RunningDatabase = await startTemporaryDatabase();
const sql: Sql = await running.openSessionOf('postgres', { name: 'test' });
afterAll(async () => {
  await sql.end();
  await running.stop();
});

const create = async (secret: string, name: string, description = ''): Promise<string> => {
  const [row] = await sql<{ id: string }[]>`
    select vault.create_secret(${secret}, ${name}, ${description}) as id`;
  return row!.id;
};

const read = async (id: string) =>
  (
    await sql`
      select name, description, decrypted_secret as secret from vault.decrypted_secrets
      where id = ${id}`
  )[0];

it('a secret is created, read and changed', async () => {
  const id = await create('pässword', 'key', 'of the API');
  expect(await read(id)).toEqual({ name: 'key', description: 'of the API', secret: 'pässword' });
  await sql`select vault.update_secret(${id}, new_name := 'other')`;
  expect(await read(id)).toEqual({ name: 'other', description: 'of the API', secret: 'pässword' });
  await sql`select vault.update_secret(${id}, 'changed', null, '')`;
  expect(await read(id)).toEqual({ name: 'other', description: '', secret: 'changed' });
});

it('two secrets cannot have one name', async () => {
  await create('a', 'twice');
  await expect(create('b', 'twice')).rejects.toMatchObject({ code: '23505' });
});

it('the stored text of a secret can be used in no other row', async () => {
  const [mine, other] = [await create('a', 'mine'), await create('b', 'another')];
  await running.database.admin`
    update vault.secrets set secret = (select secret from vault.secrets where id = ${mine})
    where id = ${other}`;
  await expect(read(other)).rejects.toThrow('Wrong key or corrupt data');
  await sql`delete from vault.secrets where id = ${other}`;
});

it('a session without the key cannot read secrets, and one with another key cannot either', async () => {
  const id = await create('a', 'unread');
  const readBy = async (settings: Record<string, string>) => {
    await using other = await openSession(running.url, { name: 'test', settings });
    return await other`select decrypted_secret from vault.decrypted_secrets where id = ${id}`;
  };
  await expect(readBy({})).rejects.toThrow('This session does not have the vault');
  await expect(readBy({ 'backend.vault_key': 'wrong' })).rejects.toThrow('Wrong key');
});

it('the connection string with the key can be read by libpq', () => {
  expect(new URL(running.vaultUrl).search).toBe(
    '?options=-c%20backend.vault_key%3Dvault-key-of-tests',
  );
});

it('neither a secret nor the key is in PostgreSQL’s files', async () => {
  await create('a-secret-to-search-for', 'searched');
  const { admin } = running.database;
  await admin`checkpoint`;
  const [key] = await admin<{ folder: string; key: string }[]>`
    select current_setting('data_directory') as folder, current_setting('backend.vault_key') as key`;
  const find = (text: string) =>
    promisify(execFile)('grep', ['-rlaF', text, key!.folder]).then(
      ({ stdout }) => stdout,
      ({ code }: { code: number }) => code,
    );
  expect(await find('searched')).toContain('pg_wal');
  expect(await find('a-secret-to-search-for')).toBe(1);
  expect(await find(key!.key)).toBe(1);
});
