import { expect, it } from 'vitest';
import { password, refusal, startAuth, type RunningAuth } from '../fixtures/running-auth.ts';

const auth = await startAuth();

it('a sign-up with the address of an account is refused, and its owner gets one mail a day at most', async () => {
  const { email, id } = await auth.newPerson();
  const signUpAgain = async (service: RunningAuth) => {
    const answer = await service.ask('/signup', { body: { email, password } });
    expect(answer).toMatchObject(refusal(422, 'user_already_exists', 'User already registered'));
    return (await service.mails()).filter((mail) => mail.includes(`To: ${email}`));
  };
  const mails = await signUpAgain(auth);
  expect(mails).toEqual([expect.stringContaining('Subject: You already have an account')]);
  expect(await signUpAgain(auth)).toEqual(mails);
  expect(await signUpAgain(await auth.startAnother())).toEqual([]);

  await auth.sql`
    update auth.audit_log_entries set created_at = created_at - interval '1 day'
    where payload ->> 'actor_id' = ${id}`;
  expect(await signUpAgain(await auth.startAnother())).toHaveLength(1);
  const actions = await auth.auditActionsOf(id);
  expect(actions.filter((action) => action === 'user_repeated_signup')).toHaveLength(4);
});
