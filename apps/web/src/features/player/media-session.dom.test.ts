import { beforeEach, expect, it, onTestFinished, vi, type MockInstance } from 'vitest';
import { one, playlist, two } from './fixtures/track.ts';
import { bindMediaSession } from './media-session.ts';
import { whenIdle } from '#lib/when-idle.ts';
import { silentPlayer } from '#test/fake-media.ts';

/** A stub of navigator.mediaSession, which jsdom lacks. */
class FakeMediaSession {
  metadata: { title: string; artist: string; artwork: MediaImage[] } | null = null;
  playbackState = 'none';
  readonly handlers = new Map<string, MediaSessionActionHandler | null>();
  readonly setPositionState = vi.fn<(state: MediaPositionState) => void>();

  setActionHandler(action: string, handler: MediaSessionActionHandler | null) {
    if (action === 'seekto') throw new TypeError('The browser does not support this action.');
    this.handlers.set(action, handler);
  }

  press(action: MediaSessionAction, details: Partial<MediaSessionActionDetails> = {}) {
    this.handlers.get(action)?.({ action, ...details });
  }
}

let session: FakeMediaSession;
let getContext: MockInstance;

beforeEach(() => {
  session = new FakeMediaSession();
  Object.defineProperty(navigator, 'mediaSession', { configurable: true, value: session });
  vi.stubGlobal('MediaMetadata', function MediaMetadata(this: object, init: object) {
    Object.assign(this, init);
  });
  // jsdom has no canvas.
  getContext = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  onTestFinished(() => {
    getContext.mockRestore();
    Reflect.deleteProperty(navigator, 'mediaSession');
    vi.unstubAllGlobals();
  });
});

function setUp() {
  const player = silentPlayer();
  const unbind = bindMediaSession(player);
  onTestFinished(unbind);
  player.play(one, playlist);
  return { player, unbind };
}

it('shows title, username, state and position', () => {
  const { player } = setUp();
  expect(session.metadata).toMatchObject({ title: 'Title one', artist: 'mira' });
  expect(session.playbackState).toBe('playing');
  player.seekTo(10);
  expect(session.setPositionState).toHaveBeenLastCalledWith({
    duration: 40,
    position: 10,
    playbackRate: 1,
  });
});

/** Resolves after the work that waits for an idle moment now. */
const idle = () => new Promise<void>((resolve) => whenIdle(resolve));

it('shows no image where the browser has no canvas', async () => {
  setUp();
  await idle();
  expect(session.metadata?.artwork).toEqual([]);
});

it('draws the sleeve of the current track, once in each size, when the page is idle', async () => {
  const { player, unbind } = setUp();
  player.skip(1);
  expect(getContext).not.toHaveBeenCalled();
  await idle();
  expect(getContext).toHaveBeenCalledTimes(3);
  player.skip(-1);
  unbind();
  await idle();
  expect(getContext).toHaveBeenCalledTimes(3);
});

it("the system's buttons control the player", () => {
  const { player } = setUp();
  session.press('pause');
  expect(player.getState().status).toBe('paused');
  session.press('play');
  expect(player.getState().status).toBe('playing');
  session.press('nexttrack');
  expect(session.metadata).toMatchObject({ title: 'Title two' });
  session.press('previoustrack');
  expect(player.getState().track?.id).toBe('one');
  session.press('stop');
  expect(session.metadata).toBeNull();
  expect(session.playbackState).toBe('none');
});

it('offers seeking instead of skipping when there is no other track', () => {
  const { player } = setUp();
  expect(session.handlers.get('seekforward')).toBeNull();
  expect(session.handlers.get('previoustrack')).toBeNull();
  player.updatePlaylist({ source: 'recent', tracks: [one] });
  expect(session.handlers.get('nexttrack')).toBeNull();
  session.press('seekforward', { seekOffset: 15 });
  session.press('seekbackward');
  expect(player.getState().position).toBe(10);
});

it('shows the speed, and a position within the duration', () => {
  const { player } = setUp();
  player.setSpeed(1.5);
  player.seekTo(Number.NaN);
  expect(session.setPositionState).toHaveBeenLastCalledWith({
    duration: 40,
    position: 0,
    playbackRate: 1.5,
  });
});

it('keeps playing when the browser throws for the position', () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const failure = new TypeError('The provided position cannot be greater than the duration.');
  session.setPositionState.mockImplementation(() => {
    throw failure;
  });
  const { player } = setUp();
  player.pause();
  expect(player.getState().status).toBe('paused');
  expect(session.playbackState).toBe('paused');
  expect(logged).toHaveBeenCalledWith(
    "The system's controls could not show the position.",
    failure,
  );
});

it('shows a restored track, which has no new turn', () => {
  const player = silentPlayer();
  onTestFinished(bindMediaSession(player));
  player.restore(two, playlist, 3);
  expect(session.metadata).toMatchObject({ title: 'Title two' });
  expect(session.playbackState).toBe('paused');
});

it('clears the controls when it is unbound', () => {
  const { unbind } = setUp();
  unbind();
  expect(session.metadata).toBeNull();
  expect([...session.handlers.values()]).toEqual(Array(7).fill(null));
});
