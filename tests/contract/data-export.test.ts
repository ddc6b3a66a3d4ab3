// What a copy of one's data has of decisions, over HTTP. Its tables and columns are those of the app.
import postgres from 'postgres';
import { afterAll, expect, it } from 'vitest';
import { exportedTables } from '../../apps/web/src/features/export/exported-tables.ts';
import { signUp, type Person } from './fixtures/person.ts';
import { postDrop } from './fixtures/post-drop.ts';
import { openBackend } from './fixtures/server.ts';
import { signUpAdmin } from './fixtures/sign-up-admin.ts';

const backend = await openBackend();
const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => undefined });
afterAll(async () => {
  // Other files post the same clip on the same backend.
  await sql`delete from private.clip_prints`;
  await sql.end();
});

/** What the files of a copy have, by their names. */
async function exportOf({ id, client }: Person, drops: readonly string[]) {
  const files: Record<string, unknown> = {};
  for (const { file, table, columns, further = [], owner } of exportedTables) {
    const { data } = await client
      .from(table)
      .select([...columns, ...further].join(','))
      .in(owner, owner === 'voice_drop_id' ? drops : [id])
      .throwOnError();
    files[file] = data;
  }
  files['account'] = (await client.rpc('begin_export').throwOnError()).data;
  return files;
}

it('a banned person exports their decisions as the statements show them, and nothing of reporters and staff', async () => {
  const author = await signUp(backend, 'author');
  const reporter = await signUp(backend, 'reporter');
  const [mira, noor] = [await signUpAdmin(backend, 'mira'), await signUpAdmin(backend, 'noor')];
  const drop = await postDrop(author, { title: 'Cheap watches' });
  const reason = { reason: 'spam', description: 'The words of the reporter' };
  for (const reported of [{ reported_voice_drop_id: drop }, { reported_user_id: author.id }]) {
    await reporter.client
      .from('reports')
      .insert({ reporter_id: reporter.id, ...reported, ...reason })
      .throwOnError();
  }
  const cases: string[] = [];
  const decide = async (staff: Person, kind: string, subject: string, decision: object) => {
    const { data: id } = await staff.client.rpc('desk_open', { kind, subject }).throwOnError();
    cases.push(String(id));
    const { data }: { data: { decision: string } } = await staff.client
      .rpc('desk_decide', { case: id, ...decision })
      .throwOnError();
    await sql`update public.decisions set shown_from = now() where id = ${data.decision}`;
    return data.decision;
  };
  const spam = { rule: 'spam', words: 'It advertises.' };
  const removal = await decide(mira, 'drop', drop, { measure: 'remove', ...spam });
  await author.client.rpc('appeal', { decision: removal, words: 'It does not.' }).throwOnError();
  const [appeal] = await sql<{ id: string }[]>`
    select id from private.cases where subject_kind = 'appeal' and subject_id = ${removal}`;
  await noor.client
    .rpc('desk_decide', { case: appeal!.id, measure: 'none', words: 'We stand by it.' })
    .throwOnError();
  await decide(mira, 'person', author.id, { measure: 'ban', ...spam, words: 'Again and again.' });

  const files = await exportOf(author, [drop]);
  // No time finer than a day.
  const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
  const shown = { person_id: author.id, rule: 'spam', basis: 'report', decided_on: day };
  expect(files['decisions']).toHaveLength(2);
  expect(files['decisions']).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        ...shown,
        subject_kind: 'drop',
        measure: 'remove',
        words: 'It advertises.',
        excerpt: 'Cheap watches',
        appeal: {
          words: 'It does not.',
          created_on: day,
          outcome: 'rejected',
          answer: 'We stand by it.',
          answered_on: day,
          later_decision_id: null,
        },
      }),
      expect.objectContaining({
        ...shown,
        measure: 'ban',
        words: 'Again and again.',
        appeal: null,
      }),
    ]),
  );
  expect(files['voice-drops']).toMatchObject([{ id: drop, moderation: 'removed' }]);
  const text = JSON.stringify(files);
  for (const hidden of [reporter, mira, noor].flatMap(({ id, username }) => [id, username])) {
    expect(text).not.toContain(hidden);
  }
  for (const hidden of [...cases, appeal!.id, reason.description]) {
    expect(text).not.toContain(hidden);
  }
});
