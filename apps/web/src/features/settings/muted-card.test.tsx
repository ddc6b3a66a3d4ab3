import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { AppProvider } from '#app/app-provider.tsx';
import { expectToast } from '#test/expect-toast.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { rememberSession } from '#test/session.ts';
import { createTestApp } from '#test/test-app.ts';
import { Toaster } from '#ui/toaster.tsx';
import { MutedCard } from './muted-card.tsx';

const PATH = '/rest/v1/mutes';

beforeEach(() => rememberSession('mira'));

async function open(answers: Parameters<typeof fakeBackend>[0]) {
  const { requests } = fakeBackend(answers);
  render(
    <AppProvider app={createTestApp()}>
      <MutedCard userId="id-of-mira" />
      <Toaster />
    </AppProvider>,
  );
  await screen.findByLabelText('Announcements');
  await userEvent.click(screen.getByRole('button', { name: 'View muted' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Muted' }));
  return { answers, dialog, requests };
}

it('lists what is muted and until when, and ends a mute', async () => {
  const { answers, dialog } = await open({
    [`GET ${PATH}`]: () =>
      json([
        { kind: 'person', subject: 'id-of-noor', until: null, person: { username: 'noor' } },
        { kind: 'hashtag', subject: 'rain', until: '2030-01-02T12:00:00Z', person: null },
      ]),
    [`DELETE ${PATH}`]: () => new Response(null, { status: 204 }),
  });
  const rows = within(await dialog.findByRole('list')).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    'noorFor everUnmute noor',
    expect.stringMatching(/^#rainUntil January 2, 2030/),
  ]);
  answers[`GET ${PATH}`] = () => json([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Unmute noor' }));
  await expectToast('noor is no longer muted');
  expect(await dialog.findByText('Nothing muted')).toBeVisible();
});

it('mutes a word or a hashtag, and refuses what is neither', async () => {
  const { dialog, requests } = await open({
    [`GET ${PATH}`]: () => json([]),
    [`POST ${PATH}`]: () => json({ subject: 'thunder' }, 201),
  });
  const field = dialog.getByRole('textbox', { name: 'Word or #hashtag' });
  await userEvent.type(field, '#a b');
  await userEvent.click(dialog.getByRole('button', { name: 'Mute' }));
  expect(field).toBeInvalid();
  for (const written of ['Thunder', '#Rain']) {
    await userEvent.clear(field);
    await userEvent.type(field, written);
    await userEvent.click(dialog.getByRole('button', { name: 'Mute' }));
    await waitFor(() => expect(field).toHaveValue(''));
  }
  const posts = requests.filter(({ method, url }) => method === 'POST' && url.includes(PATH));
  expect(await Promise.all(posts.map((post) => post.json()))).toEqual([
    { kind: 'word', subject: 'Thunder', until: null },
    { kind: 'hashtag', subject: 'rain', until: null },
  ]);
});
