// What the app asks of the desk, over HTTP. Who may do what is tested in tests/database.
import postgres from 'postgres';
import { afterAll, expect, it } from 'vitest';
import { signUp, visit } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';
import { openBackend } from './fixtures/server.ts';
import { signUpAdmin } from './fixtures/sign-up-admin.ts';

const backend = await openBackend();
const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => undefined });
afterAll(async () => sql.end());

/** What `desk_queue` and `desk_decide` answer, as far as it is used here. */
interface Queue {
  cases: { id: string; subject_id: string }[];
}
interface Decided {
  decision: string;
}

it('a report becomes a case, whose decision is undone, made again, read, appealed against and taken back', async () => {
  const [author, reporter] = [await signUp(backend, 'author'), await signUp(backend, 'reporter')];
  const [mira, noor] = [await signUpAdmin(backend, 'mira'), await signUpAdmin(backend, 'noor')];
  const drop = await postDrop(author);
  await reporter.client
    .from('reports')
    .insert({ reporter_id: reporter.id, reported_voice_drop_id: drop, reason: 'spam' })
    .throwOnError();

  const reported: { data: Queue } = await mira.client
    .rpc('desk_queue', { filters: { kind: 'drop' } })
    .throwOnError();
  const id = reported.data.cases.find((queued) => queued.subject_id === drop)?.id;
  await mira.client.rpc('desk_assign', { case: id, mine: true }).throwOnError();
  const { data: opened } = await mira.client.rpc('desk_case', { case: id }).throwOnError();
  expect(opened).toMatchObject({ case: { id, reasons: { spam: 1 } } });

  const remove = { case: id, measure: 'remove', rule: 'spam', words: 'It advertises.' };
  const decide = async () => {
    const { data }: { data: Decided } = await mira.client.rpc('desk_decide', remove).throwOnError();
    return data.decision;
  };
  await mira.client.rpc('desk_undo', { decision: await decide() }).throwOnError();
  const decision = await decide();
  // A person sees a decision once it cannot be undone any more.
  await sql`update public.decisions set shown_from = now() where id = ${decision}`;
  const statement = await author.client.from('decisions').select('measure, rule, words').single();
  expect(statement.data).toEqual({ measure: 'remove', rule: 'spam', words: 'It advertises.' });

  await author.client.rpc('appeal', { decision, words: 'It does not.' }).throwOnError();
  const appeals: { data: Queue } = await noor.client
    .rpc('desk_queue', { filters: { kind: 'appeal' } })
    .throwOnError();
  const appeal = appeals.data.cases[0]?.id;
  await noor.client
    .rpc('desk_decide', { case: appeal, measure: 'restore', words: 'You are right.' })
    .throwOnError();
  const restored = await reporter.client.from('voice_drops').select('id').eq('id', drop);
  expect(restored.data).toEqual([{ id: drop }]);

  const { data: history } = await mira.client
    .rpc('desk_history', { person: author.id })
    .throwOnError();
  expect(JSON.stringify(history)).toContain(decision);
  const today = new Date().toISOString().slice(0, 10);
  const { data: figures } = await mira.client
    .rpc('desk_figures', { since: today, until: today })
    .throwOnError();
  expect(JSON.stringify(figures)).toContain('spam');
  const found = await mira.client.rpc('desk_find', { username: reporter.username }).throwOnError();
  expect(found.data).toEqual(expect.any(String));
});

it('admins change the staff and hide hashtags, and the log lists both', async () => {
  const [admin, other] = [await signUpAdmin(backend, 'admin'), await signUp(backend, 'other')];
  const reason = 'A reason';
  await admin.client
    .rpc('desk_add_staff', { username: other.username, role: 'moderator', reason })
    .throwOnError();
  const { data: staff } = await admin.client.rpc('desk_staff').throwOnError();
  expect(staff).toContainEqual(expect.objectContaining({ user_id: other.id, role: 'moderator' }));
  await admin.client.rpc('desk_remove_staff', { user_id: other.id, reason }).throwOnError();

  await admin.client.rpc('desk_hide_hashtag', { tag: 'rain', hidden: true, reason }).throwOnError();
  expect((await admin.client.rpc('desk_hidden_hashtags').throwOnError()).data).toEqual(['rain']);
  const { data: log }: { data: { act: string }[] } = await admin.client
    .rpc('desk_log', { staff: admin.id })
    .throwOnError();
  expect(log.map(({ act }) => act)).toEqual(['hide-hashtag', 'remove-staff', 'add-staff']);
});

it('a contact message is answered, and admins change the settings of the site', async () => {
  const { client } = await signUpAdmin(backend, 'host');
  await visit(backend)
    .rpc('send_contact', {
      name: 'Ida',
      email: 'ida@example.org',
      subject: 'My voice',
      message: 'Where is it?',
    })
    .throwOnError();
  const received: { data: Queue } = await client
    .rpc('desk_queue', { filters: { kind: 'contact' } })
    .throwOnError();
  const answer = { case: received.data.cases[0]?.id, words: 'Here.', is_mailed: false };
  await client.rpc('desk_answer', answer).throwOnError();
  expect((await client.rpc('desk_answer', answer)).error?.code).toBe('PT409');

  await client
    .rpc('desk_change_settings', { changes: { announcement: 'Back at noon.' } })
    .throwOnError();
  const { data: settings } = await client.rpc('desk_settings').throwOnError();
  expect(settings).toMatchObject({ announcement: 'Back at noon.' });
  await client.rpc('desk_change_settings', { changes: { announcement: '' } }).throwOnError();

  const { data: code } = await client.rpc('desk_invite', { label: 'The choir' }).throwOnError();
  expect(code).toEqual(expect.any(String));
  const made: { data: { id: string; ends_at: string | null }[] } = await client
    .rpc('desk_invitations')
    .throwOnError();
  expect(JSON.stringify(made.data)).not.toContain(code);
  await client.rpc('desk_withdraw_invitation', { id: made.data[0]?.id }).throwOnError();
  const left: typeof made = await client.rpc('desk_invitations').throwOnError();
  expect(left.data[0]?.ends_at).toEqual(expect.any(String));
});
