import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { json } from '#test/fake-backend.ts';
import { openSettings } from '#test/open-settings.ts';
import { rememberSession } from '#test/session.ts';

const LIST = 'POST /rest/v1/rpc/list_old_links';
const CHANGE = 'PATCH /rest/v1/profiles';
const present = /^Links with @moss and @tide lead to your profile until February 2, 2027, unless/;

beforeEach(() => {
  rememberSession('mira');
});

async function open(change: () => Response = () => new Response(null, { status: 204 })) {
  const rows = [
    { username: 'moss', ends_at: '2027-01-02T12:00:00+00:00' },
    { username: 'tide', ends_at: '2027-02-02T12:00:00+00:00' },
  ];
  const state = { rows };
  const { sent } = await openSettings({ [LIST]: () => json(state.rows), [CHANGE]: change });
  await screen.findByText(present);
  return { state, changes: () => sent('PATCH', '/rest/v1/profiles') };
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('turns old links off, and on again in the same place', async () => {
  const { state, changes } = await open();
  const { rows } = state;
  state.rows = [];
  await press('Turn off old links');
  const off = 'Links with @moss and @tide no longer lead to your profile.';
  expect(await screen.findByText(off)).toBeVisible();
  expect(await changes()[0]?.json()).toEqual({ leads_old_links: false });
  state.rows = rows;
  expect(screen.getByRole('button', { name: 'Turn on old links' })).toHaveFocus();
  await press('Turn on old links');
  expect(await screen.findByText(present)).toBeVisible();
  expect(await changes()[1]?.json()).toEqual({ leads_old_links: true });
});

it('says when old links could not be turned off, and keeps them', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  await open(() => json({ code: 'XX000', message: 'no' }, 500));
  await press('Turn off old links');
  const failure = 'Failed to change old links. Please try again.';
  expect(await screen.findByText(failure)).toBeInTheDocument();
  expect(screen.getByText(present)).toBeVisible();
  vi.restoreAllMocks();
});
