import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { dropRow } from '#test/drop-rows.ts';
import { expectToast } from '#test/expect-toast.ts';
import { json } from '#test/fake-backend.ts';
import { openFeed } from '#test/open-feed.tsx';
import type { DropRow } from '#features/drops/drop.ts';

/** Opens the feed with one drop and its share menu. @param isPublic whether a visitor may see the drop */
async function openShareMenu(changes: Partial<DropRow>, isPublic = true) {
  const user = userEvent.setup();
  const rows = [dropRow('a', { title: 'Rain on "tin"', ...changes })];
  const { card } = await openFeed(rows, {
    'GET /rest/v1/voice_drops': ({ url }) =>
      json(new URL(url).searchParams.has('author.is_private') && !isPublic ? [] : rows),
  });
  await user.click(card.getByRole('button', { name: /^Share / }));
  await screen.findByRole('menuitem', { name: 'Copy link' });
  return user;
}

async function openEmbedDialog(isPublic = true) {
  const user = await openShareMenu({}, isPublic);
  await user.click(screen.getByRole('menuitem', { name: 'Embed' }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Embed' })) };
}

it('the dialog shows the player of a public drop, and copies its code in the chosen theme', async () => {
  const { user, dialog } = await openEmbedDialog();
  const player = `${location.origin}/embed/a`;
  expect(await dialog.findByTitle('Preview')).toHaveAttribute('src', player);
  const code = dialog.getByRole('textbox', { name: 'Code' });
  expect(code).toHaveValue(
    `<iframe src="${player}" width="480" height="152" title="Rain on &quot;tin&quot; by @noor" style="border:0;max-width:100%" loading="lazy"></iframe>`,
  );
  await user.click(dialog.getByRole('radio', { name: 'Dark' }));
  expect(dialog.getByTitle('Preview')).toHaveAttribute('src', `${player}?theme=dark`);
  await user.click(dialog.getByRole('button', { name: 'Copy code' }));
  expect(await expectToast('Code copied!')).toBeVisible();
  expect(await navigator.clipboard.readText()).toContain(`src="${player}?theme=dark"`);
});

it('a public drop of a private account has no code to embed', async () => {
  const { dialog } = await openEmbedDialog(false);
  expect(await dialog.findByText('Not public')).toBeVisible();
  expect(dialog.queryByRole('textbox')).not.toBeInTheDocument();
});

it.each(['followers', 'private'])(
  'a drop whose privacy is %s has no entry to embed it',
  async (privacy_level) => {
    await openShareMenu({ privacy_level });
    expect(screen.queryByRole('menuitem', { name: 'Embed' })).not.toBeInTheDocument();
  },
);
