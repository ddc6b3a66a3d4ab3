import { Authenticator } from '@undertone/test-support/authenticator';
import type { Locator, Page } from '@playwright/test';
import postgres from 'postgres';
import { apiClient, storeSession, type Account } from './accounts.ts';
import { expectAccessible } from './accessibility.ts';
import { establish } from './established.ts';
import { expect, test } from './fixtures.ts';
import { uniqueTitle } from './page-parts.ts';
import { postDrop } from './post-drop.ts';
import { like } from './seed.ts';

type Backend = Parameters<typeof apiClient>[0];

/** Makes an account a moderator, and signs a browser in with its new second factor. */
async function openDesk(page: Page, backend: Backend, sql: postgres.Sql, account: Account) {
  await sql`insert into private.staff (user_id, role) values (${account.id}, 'moderator')`;
  const session = new Map<string, string>();
  const { auth } = apiClient(backend, session);
  const { email, password } = account;
  await auth.signInWithPassword({ email, password });
  const { data: factor, error } = await auth.mfa.enroll({ factorType: 'totp' });
  if (error) throw error;
  const code = new Authenticator(factor.totp.secret).next();
  const { error: refusal } = await auth.mfa.challengeAndVerify({ factorId: factor.id, code });
  if (refusal) throw refusal;
  await storeSession(page.context(), backend.url, {
    ...account.localStorage,
    ...Object.fromEntries(session),
  });
  await page.goto('/desk');
}

/** Ends the ten seconds in which a decision can be undone, and delivers its notices. */
async function deliverNotices(sql: postgres.Sql): Promise<void> {
  await sql`update public.decisions set shown_from = now() where shown_from > now()`;
  await sql`update private.outbox set due = now() where kind = 'decision'`;
  while ((await sql`select private.deliver_batch() as is_due`)[0]?.is_due);
}

/** Waits for a notification. @returns its row */
async function expectNotice(page: Page, text: string): Promise<Locator> {
  await page.goto('/notifications');
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: text });
  await expect(row).toBeVisible();
  return row;
}

test('a drop that three people report is hidden, removed, and restored with its counts after an appeal', async ({
  join,
  register,
  visit,
  backend,
}) => {
  const sql = postgres(backend.databaseUrl, { max: 1 });
  const ada = await join('ada');
  const ben = await join('ben');
  const reporters = [ben, await register('cal'), await register('dee')];
  const title = uniqueTitle('Rain on the roof');
  const drop = await postDrop(ada.client, title);
  const likesOf = async ({ client }: Account) => {
    const counts = client.from('voice_drops').select('counts(like_count)');
    return (await counts.eq('id', drop).throwOnError()).data;
  };
  const mira = await visit();
  const noor = await visit();

  try {
    await openDesk(mira, backend, sql, await register('mira'));
    await expect(mira.getByRole('heading', { name: 'Queue' })).toBeVisible();
    await like(ben, drop);
    for (const reporter of reporters) {
      await establish(sql, reporter);
      await reporter.client
        .from('reports')
        .insert({ reporter_id: reporter.id, reported_voice_drop_id: drop, reason: 'privacy' })
        .throwOnError();
    }
    await deliverNotices(sql);
    await expectNotice(ada.page, 'hid your voice drop');

    await test.step('a moderator removes it, by keys alone', async () => {
      // The queue was open before the reports.
      const row = mira.getByRole('link', { name: title });
      await expect(row).toContainText('Hidden by reports');
      await expectAccessible(mira, 'queue');
      await row.focus();
      await mira.keyboard.press('Enter');
      await expect(mira.getByRole('heading', { name: title, level: 2 })).toBeVisible();
      await mira.keyboard.press('p');
      await expect(mira.getByRole('button', { name: /(Pause|Replay) the clip/ })).toBeVisible();
      await mira.keyboard.press('r');
      await expect(mira.getByRole('combobox', { name: 'Rule' })).toHaveValue('privacy');
      await expectAccessible(mira, 'case');
      await expect(mira.getByRole('radio', { name: 'Remove' })).toBeFocused();
      await mira.keyboard.press('Enter');
      await expect(mira.getByRole('button', { name: 'Undo (u)' })).toBeVisible();
    });

    await deliverNotices(sql);
    await expectNotice(ben.page, 'has acted on the voice drop that you reported');
    expect(await likesOf(ben), 'nobody else sees it').toEqual([]);

    await test.step('another moderator upholds the appeal', async () => {
      await (await expectNotice(ada.page, 'removed your voice drop')).getByRole('link').click();
      await expect(ada.page.getByText('It gives away where')).toBeVisible();
      await ada.page.getByLabel('Why is it wrong?').fill('It names nobody.');
      await ada.page.getByRole('button', { name: 'Send appeal' }).click();
      await expect(ada.page.getByText('Your appeal was sent')).toBeVisible();
      await openDesk(noor, backend, sql, await register('noor'));
      await mira.goto('/desk/queue?kind=appeal');
      await expect(mira.getByText('No such cases')).toBeVisible();
      await noor.getByRole('link', { name: 'It names nobody.' }).click();
      await expect(noor.getByRole('heading', { name: 'The decision' })).toBeVisible();
      await noor.keyboard.press('y');
      await noor.getByRole('textbox', { name: 'Answer' }).fill('You are right.');
      await noor.keyboard.press('Control+Enter');
      await expect(noor.getByText('The appeal was upheld')).toBeVisible();
    });

    await deliverNotices(sql);
    await (
      await expectNotice(ada.page, 'decided for you on your appeal')
    )
      .getByRole('link')
      .click();
    await expect(ada.page.getByText('You are right.')).toBeVisible();
    expect(await likesOf(ben)).toEqual([{ counts: { like_count: 1 } }]);
    const { count } = await ben.client
      .from('voice_drops')
      .select('counts!inner(play_count)', { count: 'exact', head: true })
      .eq('id', drop)
      .eq('counts.play_count', 0);
    expect(count, 'listening at the desk counts nowhere').toBe(1);
  } finally {
    await sql.end();
  }
});
