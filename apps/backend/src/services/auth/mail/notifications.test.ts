import { describe, expect, it } from 'vitest';
import { follow, lastMail, linkIn } from '../fixtures/mailbox.ts';
import { newProviderPerson, startAuthWithProvider } from '../fixtures/provider-sign-in.ts';
import { newEmail, type Person } from '../fixtures/running-auth.ts';
import { addApp, everyFactor, verifyCode } from '../fixtures/second-factor.ts';

const names = [
  'password_changed',
  'email_changed',
  'identity_linked',
  'identity_unlinked',
  'mfa_factor_enrolled',
  'mfa_factor_unenrolled',
] as const;

const settings = { enable_manual_linking: true, mfa: everyFactor };

/** Notifications that are enabled without texts of the project. */
const mailTexts = Object.fromEntries(
  names.map((name) => [name, { subject: null, content: null, section: name }]),
);

const { provider, auth, browser } = await startAuthWithProvider({ ...settings, mailTexts });

const changePassword = ({ client }: Person) => client.updateUser({ password: 'another tide' });

async function changeEmail({ client, email: former }: Person): Promise<void> {
  const email = newEmail();
  await client.updateUser({ email });
  await follow(auth, linkIn(await lastMail(auth, former)));
  await follow(auth, linkIn(await lastMail(auth, email)));
}

async function linkProvider({ client }: Person): Promise<void> {
  const { data, error } = await client.linkIdentity({ provider: 'keycloak' });
  if (error) throw error;
  await browser.followCallback(provider.signIn(new URL(data.url), newProviderPerson()));
}

async function unlinkProvider(person: Person): Promise<void> {
  await linkProvider(person);
  const { data } = await person.client.getUserIdentities();
  await person.client.unlinkIdentity(data!.identities.find((each) => each.provider !== 'email')!);
}

async function addFactor(person: Person): Promise<string> {
  const app = await addApp(person);
  await verifyCode(person, app);
  return app.factorId;
}

const removeFactor = async (person: Person) =>
  person.client.mfa.unenroll({ factorId: await addFactor(person) });

describe('the owner of an account is notified by mail', () => {
  it.each<[string, (person: Person) => Promise<unknown>, string, string]>([
    ['of a new password', changePassword, 'Your password was changed', ''],
    ['at the former address of a new one', changeEmail, 'Your e-mail address was changed', ''],
    ['of a linked identity', linkProvider, 'A sign-in was added', 'keycloak'],
    ['of an unlinked identity', unlinkProvider, 'A sign-in was removed', 'keycloak'],
    ['of a new second factor', addFactor, 'A second factor was added', '(totp)'],
    ['of a removed second factor', removeFactor, 'A second factor was removed', '(totp)'],
  ])('%s', async (_change, make, subject, detail) => {
    const person = await auth.newPerson();
    await make(person);
    const mail = await lastMail(auth, person.email);
    expect(mail).toContain(`Subject: ${subject}`);
    expect(mail).toContain(person.email);
    expect(mail).toContain(detail);
  });

  it('of no factor that was never verified', async () => {
    const person = await auth.newPerson();
    const { factorId } = await addApp(person);
    await person.client.mfa.unenroll({ factorId });
    expect((await auth.mails()).join()).not.toContain(`To: ${person.email}`);
  });

  it('of five new passwords a day at most', async () => {
    const person = await auth.newPerson();
    for (let change = 0; change < 6; change += 1) {
      await person.client.updateUser({ password: `another tide ${change}` });
    }
    await changeEmail(person);
    const mails = (await auth.mails()).filter((mail) => mail.includes(`To: ${person.email}`));
    const subjects = mails.flatMap((mail) => /^Subject: Your .* was changed/m.exec(mail) ?? []);
    expect(subjects.toSorted()).toEqual([
      'Subject: Your e-mail address was changed',
      ...Array.from({ length: 5 }, () => 'Subject: Your password was changed'),
    ]);
  });

  it('of nothing where the project has not enabled it', async () => {
    const quiet = await auth.startAnother({ settings });
    await changePassword(await quiet.newPerson());
    expect(await quiet.mails()).toEqual([]);
  });
});
