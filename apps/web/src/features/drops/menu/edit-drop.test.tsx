import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { json } from '#test/fake-backend.ts';
import { serverError } from '#test/network-failures.ts';
import { openFeed, ownRow } from '#test/open-feed.tsx';

const own = ownRow({ title: 'Night bus #late', hashtags: ['late'] });

/** Opens the feed with one of the viewer's own drops, and its edit dialog. @param update answers the update */
async function openEdit(update: () => Response | Promise<Response>, row = own) {
  const { requests } = await openFeed([row], { 'PATCH /rest/v1/voice_drops': update });
  await userEvent.click(await screen.findByRole('button', { name: `Options for ${row.title}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit voice drop' });
  return { requests, dialog: within(dialog) };
}

const card = () => within(screen.getByRole('article', { hidden: true }));
const title = () => card().getByRole('heading', { level: 2, hidden: true }).textContent;
const box = () => screen.getByLabelText<HTMLTextAreaElement>('Description');
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
const saved = () => json([{ id: 'own' }]);

it('an owner edits the description: title and hashtags change at once, and a toast confirms', async () => {
  const answer = Promise.withResolvers<Response>();
  const { requests, dialog } = await openEdit(() => answer.promise);
  expect(box()).toHaveValue('Night bus #late');
  expect(dialog.getByText('15/50 characters')).toBeVisible();
  expect(dialog.getByText('1/5 hashtags detected')).toBeVisible();
  await userEvent.clear(box());
  await userEvent.type(box(), ' Last bus #Rain #home ');
  await save();
  expect(dialog.getByRole('button', { name: 'Saving...' })).toBeVisible();
  expect(title()).toBe('Last bus');
  for (const name of ['#rain', '#home']) {
    expect(card().getByRole('link', { name, hidden: true })).toBeInTheDocument();
  }

  answer.resolve(saved());
  expect(await screen.findByText('Voice drop updated')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const request = requests.find(({ method }) => method === 'PATCH');
  expect(await request?.json()).toEqual({
    title: 'Last bus #Rain #home',
    hashtags: ['rain', 'home'],
  });
  const { searchParams } = new URL(request?.url ?? '');
  expect(searchParams.get('id')).toBe('eq.own');
  expect(searchParams.get('user_id')).toBe('eq.id-of-mira');
});

it.each([
  ['the server fails', serverError] as const,
  ['the drop is gone', () => json([])] as const,
])('reverts the change and says so when %s, and keeps the typed text', async (_case, update) => {
  vi.spyOn(console, 'error').mockReturnValue();
  await openEdit(update);
  await userEvent.clear(box());
  await userEvent.type(box(), 'Last bus');
  await save();
  // In the dialog until the next try.
  expect(await screen.findByText('Failed to update voice drop')).toBeVisible();
  expect(title()).toBe('Night bus');
  expect(card().getByRole('link', { name: '#late', hidden: true })).toBeInTheDocument();
  expect(box()).toHaveValue('Last bus');
});

it('is empty for a drop with the default title, and saves that title again when left empty', async () => {
  const made = 'Voice Drop with High Pitch filter';
  const { requests } = await openEdit(saved, { ...own, title: made, hashtags: [] });
  expect(box()).toHaveValue('');
  await save();
  expect(await screen.findByText('Voice drop updated')).toBeVisible();
  const request = requests.find(({ method }) => method === 'PATCH');
  expect(await request?.json()).toEqual({ title: made, hashtags: [] });
});

it('changes nothing when it is closed, and restores the focus', async () => {
  const { requests } = await openEdit(saved);
  await userEvent.type(box(), ' and more');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: 'Options for Night bus #late' })).toHaveFocus();
  expect(requests.some(({ method }) => method === 'PATCH')).toBe(false);
});

it('an owner reads the earlier words of a drop, and its card says when it was edited', async () => {
  await openFeed([{ ...own, edited_at: '2026-01-02T00:00:00+00:00' }], {
    'GET /rest/v1/earlier_words': () =>
      json([{ id: 'first', title: 'Day bus', replaced_at: '2026-01-02T00:00:00+00:00' }]),
  });
  const edited = await screen.findByText('edited', { exact: false, selector: 'header span' });
  expect(edited.querySelector('time')).toHaveAttribute('datetime', '2026-01-02T00:00:00+00:00');
  await userEvent.click(screen.getByRole('button', { name: `Options for ${own.title}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Earlier words' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Earlier words' }));
  expect(await dialog.findByText('Day bus')).toBeVisible();
});
