import 'fake-indexeddb/auto';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppProvider } from '#app/app-provider.tsx';
import { fakeMicrophone, say } from '#features/clips/fixtures/fake-microphone.ts';
import { WorkerInPage } from '#features/clips/fixtures/worker-in-page.ts';
import { veilSeedOptions } from '#features/clips/mask/veil-seeds.ts';
import { hasVeilSeed, veilSeed } from '#features/clips/mask/stored-veil-seeds.ts';
import { placeOf } from '#features/clips/take/take-purpose.ts';
import { deleteTakesOf, listTakes } from '#features/clips/take/take-store.ts';
import { PlayerProvider } from '#features/player/player-provider.tsx';
import { SessionContext } from '#features/session/session-context.ts';
import { accountKey } from '#lib/account-local-storage.ts';
import { fakeBackend } from '#test/fake-backend.ts';
import { fakeMedia } from '#test/fake-media.ts';
import { sessionOf } from '#test/session.ts';
import { sessionFor } from '#test/show-comments.tsx';
import { createTestApp } from '#test/test-app.ts';
import { Toaster } from '#ui/toaster.tsx';
import { ClipRecorder } from './clip-recorder.tsx';
import type { ClipRecorderProps, ReadyClip } from './ready-clip.ts';

const userId = sessionOf('ada').user.id;
const reply = { kind: 'reply', dropId: 'd', parentId: 'c' } as const;

beforeEach(async () => {
  vi.stubGlobal('Worker', WorkerInPage);
  WorkerInPage.isBroken = false;
  vi.spyOn(console, 'error').mockImplementation(() => {});
  fakeMedia();
  fakeMicrophone();
  fakeBackend({});
  // The account has sent clips before, with every kind of filter.
  localStorage.setItem(accountKey('voice-notice', userId), 'own-voice reversible');
  await deleteTakesOf(userId);
  return () => {
    // Before the stubs are removed, since unmounting uses them.
    cleanup();
    vi.unstubAllGlobals();
  };
});

/** Shows recorders of ada, as on a page that is loaded again. */
function show(...recorders: (Partial<ClipRecorderProps> & Pick<ClipRecorderProps, 'purpose'>)[]) {
  cleanup();
  const app = createTestApp();
  const onSend = vi.fn<(clip: ReadyClip) => Promise<void>>(async () => {});
  render(
    <AppProvider app={app}>
      <SessionContext value={sessionFor('ada')}>
        <PlayerProvider listenerId={userId} autoplay>
          {recorders.map((props) => (
            <ClipRecorder key={placeOf(props.purpose)} onSend={onSend} {...props} />
          ))}
          <Toaster />
        </PlayerProvider>
      </SessionContext>
    </AppProvider>,
  );
  return { app, onSend };
}

const button = (name: string) => screen.getByRole('button', { name });
const find = (name: string) => screen.findByRole('button', { name });

/** Records some words with the keyboard. */
async function record(words: string, name = 'Record a voice reply') {
  (await find(name)).focus();
  await userEvent.keyboard('{Enter}');
  await find('Stop recording');
  say(words);
  await userEvent.keyboard('{Escape}');
  await find('Play recording');
}

it('records, masks as last time, and sends by keyboard, and announces each state', async () => {
  localStorage.setItem(accountKey('last-filter', userId), 'deep');
  const { onSend } = show({ purpose: reply });
  await record('good night');
  expect(button('Play recording')).toHaveFocus();
  expect(screen.getByText('Recording ready, 1 second')).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: 'Deep Voice' })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: 'Robot Voice' }));
  button('Send voice reply').focus();
  await userEvent.keyboard(' ');
  await find('Record a voice reply');
  expect(button('Record a voice reply')).toHaveFocus();
  const [clip] = onSend.mock.calls[0]!;
  expect(clip).toMatchObject({ filterId: 'robot', type: 'audio/wav', takeId: expect.any(String) });
  expect(clip.duration).toBeCloseTo(1.1, 5);
  expect(clip.waveform).toHaveLength(100);
  expect(await listTakes(userId)).toEqual([]);

  show({ purpose: { kind: 'reply', dropId: 'other' } });
  await record('good night');
  expect(screen.getAllByRole<HTMLInputElement>('radio')[0]!.value).toBe('robot');
});

it('asks once before a clip is sent in the own voice, and stops its playback', async () => {
  localStorage.removeItem(accountKey('voice-notice', userId));
  const { onSend } = show({ purpose: reply });
  await record('good night');
  await userEvent.click(button('Play recording'));
  const [audio] = vi.spyOn(HTMLMediaElement.prototype, 'play').mock.contexts;
  expect(audio).toHaveProperty('paused', false);
  await userEvent.click(button('Send voice reply'));
  expect(audio).toHaveProperty('paused', true);
  await userEvent.click(await find('Use Veil'));
  expect(screen.getByRole('radio', { name: 'Veil' })).toBeChecked();
  expect(onSend).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('radio', { name: 'Original' }));
  await userEvent.click(button('Send voice reply'));
  await waitFor(() => expect(onSend).toHaveBeenCalledOnce());
});

it('keeps a clip that was not sent, with the reason, and offers it again after a reload in its own place', async () => {
  const { onSend } = show({ purpose: reply });
  onSend.mockRejectedValue({ code: 'PT429', message: 'Too many replies.' });
  await record('good night');
  await userEvent.click(button('Send voice reply'));
  expect(await screen.findByText(/^Too many replies\. Your recording is kept/)).toBeVisible();
  const [{ takeId }] = onSend.mock.calls[0]!;

  const later = show({ purpose: { kind: 'reply', dropId: 'd' } }, { purpose: reply });
  await screen.findByText('Not sent before');
  expect(button('Record a voice reply')).toBeVisible();
  await userEvent.click(button('Send voice reply'));
  await waitFor(async () => expect(await listTakes(userId)).toEqual([]));
  expect(later.onSend.mock.calls[0]![0]).toMatchObject({ takeId });
});

it('records while a finger holds the button; a slide to the left discards, one up goes on without the finger', async () => {
  show({ purpose: reply });
  const touch = { pointerType: 'touch', isPrimary: true, clientX: 300, clientY: 500 };
  const hold = async () => {
    fireEvent.pointerDown(await find('Record a voice reply'), touch);
    await screen.findByText('Slide to cancel');
    await find('Stop recording');
    act(() => say('good night'));
  };
  const moveAndLift = (x: number, y: number) => {
    fireEvent.pointerMove(button('Stop recording'), { ...touch, clientX: x, clientY: y });
    const held =
      screen.queryByRole('button', { name: 'Stop recording' }) ?? button('Record a voice reply');
    fireEvent.pointerUp(held, touch);
    fireEvent.click(held);
  };
  await hold();
  moveAndLift(200, 500);
  expect(await screen.findByText('Recording discarded')).toBeVisible();
  await find('Record a voice reply');

  await hold();
  moveAndLift(300, 420);
  expect(screen.queryByText('Slide to cancel')).toBeNull();
  await userEvent.click(button('Stop recording'));
  await userEvent.click(await find('Discard recording'));

  await hold();
  moveAndLift(280, 500);
  expect(await find('Play recording')).toBeVisible();
  await userEvent.click(button('Discard recording'));
  await userEvent.click((await screen.findAllByRole('button', { name: 'Undo' })).at(-1)!);
  expect(await find('Play recording')).toBeVisible();
});

it('a recording ends when another one starts, and both are kept', async () => {
  const message = { kind: 'message', conversationId: 'm' } as const;
  show({ purpose: reply }, { purpose: message });
  await userEvent.click(await find('Record a voice reply'));
  await find('Stop recording');
  say('good night');
  await userEvent.click(button('Record a voice message'));
  await find('Send voice reply');
  say('good morning');
  await userEvent.click(button('Stop recording'));
  await find('Send voice message');
  const kept = (await listTakes(userId)).map(({ purpose }) => purpose);
  expect(kept).toEqual(expect.arrayContaining([reply, message]));
});

it('speaks all clips with a seed key in one voice of Veil, which can be neither changed nor drawn again', async () => {
  const purpose = { kind: 'message', conversationId: 'm', anonymous: true } as const;
  const anonymous = { purpose, fixedFilter: 'veil', seedKey: 'm' } as const;
  localStorage.removeItem(accountKey('voice-notice', userId));
  for (const words of ['good night', 'good morning']) {
    const { app, onSend } = show(anonymous);
    await record(words, 'Record a voice message');
    const [take] = await listTakes(userId);
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.queryByRole('button', { name: 'New voice' })).toBeNull();
    expect(hasVeilSeed(userId, 'm')).toBe(true);
    const seed = app.queryClient.getQueryData(veilSeedOptions(take!.id).queryKey);
    expect(seed).toEqual(veilSeed(userId, 'm'));
    await userEvent.click(button('Send voice message'));
    await waitFor(() => expect(onSend).toHaveBeenCalled());
    expect(onSend.mock.calls[0]![0].filterId).toBe('veil');
  }
});
