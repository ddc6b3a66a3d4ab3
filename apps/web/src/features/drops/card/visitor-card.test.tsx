import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { AppProvider } from '#app/app-provider.tsx';
import { PlayerContext } from '#features/player/use-player.ts';
import { SessionContext } from '#features/session/session-context.ts';
import { createTestApp } from '#test/test-app.ts';
import { dropRow } from '#test/drop-rows.ts';
import { expectToast } from '#test/expect-toast.ts';
import { Toaster } from '#ui/toaster.tsx';
import { DropCard } from './drop-card.tsx';
import { dropFromRow } from '#features/drops/drop.ts';
import { silentPlayer } from '#test/fake-media.ts';

const drop = dropFromRow(dropRow('a', { like_count: 3, comment_count: 2 }));

/** Shows a card to a person who is signed out, or has not yet given a second factor. */
async function showCard(status: 'signed-out' | 'second-step') {
  const signedOut = {
    status,
    session: undefined,
    user: undefined,
    profile: undefined,
    username: undefined,
    signOut: async () => {},
    refusal: undefined,
    setRefusal: () => {},
    isSigningOut: false,
    setSigningOut: () => {},
    forget: () => {},
  };
  const router = createRouter({
    history: createMemoryHistory(),
    routeTree: createRootRoute({
      component: () => (
        <>
          <DropCard drop={drop} isOwn={false} getPlaylist={() => ({ source: 'a', tracks: [] })} />
          <Toaster />
        </>
      ),
    }),
  });
  render(
    <AppProvider app={createTestApp()}>
      <SessionContext value={signedOut}>
        <PlayerContext value={silentPlayer()}>
          <RouterProvider router={router} />
        </PlayerContext>
      </SessionContext>
    </AppProvider>,
  );
  await screen.findByRole('article');
  return router;
}

it.each(['signed-out', 'second-step'] as const)(
  'asks a person who is %s to sign in, with a link that leads back',
  async (status) => {
    const router = await showCard(status);
    await userEvent.click(screen.getByRole('button', { name: 'Like Title a, 3 likes' }));
    await expectToast('Authentication required');
    await expectToast('Please log in to like voice drops');
    await userEvent.click(screen.getByRole('button', { name: 'Bookmark Title a' }));
    await expectToast('Please log in to bookmark voice drops');
    expect(screen.getByRole('button', { name: 'Like Title a, 3 likes' })).toHaveAttribute(
      'aria-pressed',
      'false',
    );
    await userEvent.click(screen.getAllByRole('button', { name: 'Sign In' })[0]!);
    expect(router.state.location.pathname).toBe('/auth');
    expect(router.state.location.search).toEqual({ next: location.pathname });
  },
);

it('shows visitors the counts and Share, and no menu', async () => {
  await showCard('signed-out');
  expect(screen.getByText('2')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Share Title a' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Options/ })).not.toBeInTheDocument();
});
