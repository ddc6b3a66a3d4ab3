import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import CommentsDialog from '#features/comments/comments-dialog.tsx';
import { AppProvider } from '#app/app-provider.tsx';
import { AudioUrls } from '#features/player/audio-urls.ts';
import { Player } from '#features/player/player.ts';
import { PlayerContext } from '#features/player/use-player.ts';
import { one } from '#features/player/fixtures/track.ts';
import { SessionContext, type SessionContextValue } from '#features/session/session-context.ts';
import { randomUuid } from '#lib/random-uuid.ts';
import { Toaster } from '#ui/toaster.tsx';
import { sessionOf } from './session.ts';
import { createTestApp } from './test-app.ts';

/** The session of a person, or of a visitor without a username. */
export const sessionFor = (username: string | undefined): SessionContextValue => {
  const session = username === undefined ? undefined : sessionOf(username);
  return {
    status: session ? 'signed-in' : 'signed-out',
    session: undefined,
    user: session?.user,
    profile: undefined,
    username,
    signOut: async () => {},
    refusal: undefined,
    setRefusal: () => {},
    isSigningOut: false,
    setSigningOut: () => {},
    forget: () => {},
  };
};

/** A page with the comments on a drop of noor's, and buttons that open them and change their number as others would. */
function Page({ dropId, allowsVoiceReplies }: { dropId: string; allowsVoiceReplies: boolean }) {
  const [open, setOpen] = useState(true);
  const [count, setCount] = useState(2);
  return (
    <>
      <p>Comments: {count}</p>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <button type="button" onClick={() => setCount((before) => before + 1)}>
        Somebody comments
      </button>
      <button type="button" onClick={() => setCount((before) => before - 1)}>
        Somebody deletes
      </button>
      <CommentsDialog
        drop={{
          id: dropId,
          title: 'Night bus',
          ownerId: 'id-of-noor',
          allowsVoiceReplies,
          track: one,
          onCount: setCount,
        }}
        commentCount={count}
        open={open}
        onOpenChange={setOpen}
      />
      <Toaster />
    </>
  );
}

/**
 * Opens the comments of a drop.
 *
 * @param username the viewer; undefined for a visitor
 * @param dropId by default a drop without a draft
 * @returns the open dialog
 */
export async function showComments(
  username: string | undefined,
  dropId: string = randomUuid(),
  player = new Player(new AudioUrls(async () => new Map())),
  allowsVoiceReplies = true,
) {
  const root = createRootRoute();
  const routeTree = root.addChildren([
    createRoute({
      getParentRoute: () => root,
      path: '/',
      component: () => <Page dropId={dropId} allowsVoiceReplies={allowsVoiceReplies} />,
    }),
    createRoute({ getParentRoute: () => root, path: '/$username' }),
  ]);
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  render(
    <AppProvider app={createTestApp()}>
      <PlayerContext value={player}>
        <SessionContext value={sessionFor(username)}>
          <RouterProvider router={router} />
        </SessionContext>
      </PlayerContext>
    </AppProvider>,
  );
  return within(await screen.findByRole('dialog', { name: 'Comments' }));
}
