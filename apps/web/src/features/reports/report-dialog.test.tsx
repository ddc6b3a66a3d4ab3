import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { REPORT_DESCRIPTION_MAX_LENGTH } from '@undertone/domain/limits';
import { expect, it, vi } from 'vitest';
import { dropRow } from '#test/drop-rows.ts';
import { json } from '#test/fake-backend.ts';
import { serverError } from '#test/network-failures.ts';
import { openFeed } from '#test/open-feed.tsx';
import { expectToast } from '#test/expect-toast.ts';
import { SESSION_KEY, sessionRead } from '#test/session.ts';

const REPORTS = '/rest/v1/reports';

const sent = () => new Response(null, { status: 201 });

/** Opens the report dialog of a drop in the feed. */
async function openDialog(answer: () => Response | Promise<Response>) {
  const { client, requests } = await openFeed([dropRow('a')], { [`POST ${REPORTS}`]: answer });
  const open = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Options for Title a' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Report' }));
    return within(await screen.findByRole('dialog', { name: 'Report voice drop' }));
  };
  const reports = () => requests.filter(({ url }) => url.includes(REPORTS));
  return { open, reports, client, dialog: await open() };
}

const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

it('offers every reason, and sends nothing before one is chosen', async () => {
  const { dialog, reports } = await openDialog(sent);
  expect(dialog.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual([
    'Spam or misleading content',
    'Harassment or hate speech',
    'Sexual content or inappropriate material',
    'Violence or dangerous behavior',
    'Copyright infringement',
    'Privacy violation',
    'Fake or impersonation account',
    'Other',
  ]);
  expect(dialog.getByRole('button', { name: 'Submit report' })).toBeDisabled();
  expect(reports()).toEqual([]);
});

it('sends a reason and the trimmed text, then clears and closes', async () => {
  const answer = Promise.withResolvers<Response>();
  const { dialog, open, reports } = await openDialog(() => answer.promise);
  await userEvent.click(dialog.getByLabelText('Harassment or hate speech'));
  await userEvent.type(dialog.getByLabelText('Additional details (optional)'), ' It insults me. ');
  await userEvent.click(dialog.getByRole('button', { name: 'Submit report' }));
  expect(dialog.getByRole('button', { name: 'Submitting...' })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  answer.resolve(sent());
  expect(
    await expectToast('Report submitted successfully. Our team will review it shortly.'),
  ).toBeVisible();
  await gone();
  expect(await reports()[0]?.json()).toEqual({
    reporter_id: 'id-of-mira',
    reported_voice_drop_id: 'a',
    reason: 'harassment',
    description: 'It insults me.',
  });
  const again = await open();
  expect(again.getByLabelText('Harassment or hate speech')).not.toBeChecked();
  expect(again.getByLabelText('Additional details (optional)')).toHaveValue('');
});

it('sends no description when none was typed', async () => {
  const { dialog, reports } = await openDialog(sent);
  await userEvent.click(dialog.getByLabelText('Other'));
  await userEvent.click(dialog.getByRole('button', { name: 'Submit report' }));
  await gone();
  expect(await reports()[0]?.json()).toMatchObject({ reason: 'other', description: null });
});

const tooMany = 'You have reported a lot within the last hour. Please try again later.';
it.each([
  ['the server fails', serverError, /^Nothing is sent yet/],
  ['the limit is reached', () => json({ code: 'PT429', message: tooMany }, 429), tooMany],
])('keeps the typed text and shows the reason when %s', async (_case, answer, reason) => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { dialog } = await openDialog(answer);
  await userEvent.click(dialog.getByLabelText('Privacy violation'));
  await userEvent.type(dialog.getByLabelText('Additional details (optional)'), 'My address');
  await userEvent.click(dialog.getByRole('button', { name: 'Submit report' }));
  expect(await expectToast('Failed to submit report. Please try again.')).toBeVisible();
  expect(await dialog.findByText(reason)).toBeVisible();
  expect(dialog.getByLabelText('Privacy violation')).toBeChecked();
  expect(dialog.getByLabelText('Additional details (optional)')).toHaveValue('My address');
  expect(dialog.getByRole('button', { name: 'Submit report' })).toBeEnabled();
});

it('shows a notice, not an error, for a second report of the same drop', async () => {
  const { dialog } = await openDialog(() =>
    json({ code: '23505', message: 'duplicate key value' }, 409),
  );
  await userEvent.click(dialog.getByLabelText('Spam or misleading content'));
  await userEvent.click(dialog.getByRole('button', { name: 'Submit report' }));
  expect(await expectToast('You have reported this before')).toBeVisible();
  await gone();
});

it('asks to sign in when the session has ended, and keeps the typed text', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { client, dialog, reports } = await openDialog(sent);
  await userEvent.click(dialog.getByLabelText('Other'));
  await sessionRead(client);
  localStorage.removeItem(SESSION_KEY);
  await userEvent.click(dialog.getByRole('button', { name: 'Submit report' }));
  expect(await expectToast('Please log in to report')).toBeVisible();
  expect(dialog.getByLabelText('Other')).toBeChecked();
  expect(reports()).toEqual([]);
});

it('cuts the description at its limit, in which an emoji of several people is one character', async () => {
  const { dialog } = await openDialog(sent);
  const details = dialog.getByLabelText('Additional details (optional)');
  fireEvent.change(details, {
    target: { value: '👨‍👩‍👧'.repeat(REPORT_DESCRIPTION_MAX_LENGTH + 1) },
  });
  expect(details).toHaveValue('👨‍👩‍👧'.repeat(REPORT_DESCRIPTION_MAX_LENGTH));
  expect(
    dialog.getByText(
      `${REPORT_DESCRIPTION_MAX_LENGTH}/${REPORT_DESCRIPTION_MAX_LENGTH} characters`,
    ),
  ).toBeVisible();
});
