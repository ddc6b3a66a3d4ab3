import { expect, it } from 'vitest';
import { breaksCheck } from './support/persona.ts';
import { openTestDatabase } from './support/test-database.ts';

const { make, queryAs } = openTestDatabase();

it('only their owner reads and changes the settings of an account', async () => {
  const [owner, other] = [await make.person(), await make.person()];
  const change = (persona: typeof owner) => queryAs(persona)`
    update account_settings set voice_notices = '{own-voice}' where user_id = ${owner.id} returning user_id`;
  const read = (persona: typeof owner) => queryAs<{ voice_notices: string[] }[]>(persona)`
    select voice_notices from account_settings where user_id = ${owner.id}`;
  expect(await change(other)).toEqual([]);
  expect(await change(owner)).toHaveLength(1);
  expect(await read(other)).toEqual([]);
  expect(await read(owner)).toMatchObject([{ voice_notices: ['own-voice'] }]);
});

it.each(['{record}', '{veil,veil,veil,veil}', '{null}'])(
  'the first steps %s are refused',
  async (steps) => {
    const owner = await make.person();
    await expect(
      queryAs(owner)`update account_settings set first_steps = ${steps}::text[]`,
    ).rejects.toMatchObject(breaksCheck);
  },
);

it.each(['{other}', '{own-voice,own-voice,reversible,phrasing}', '{null}'])(
  'the voice notices %s are refused',
  async (notices) => {
    const owner = await make.person();
    await expect(
      queryAs(owner)`update account_settings set voice_notices = ${notices}::text[]`,
    ).rejects.toMatchObject(breaksCheck);
  },
);
