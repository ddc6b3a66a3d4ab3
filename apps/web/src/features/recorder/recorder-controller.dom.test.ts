import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeMicrophone, say } from '#features/clips/fixtures/fake-microphone.ts';
import { WorkerInPage } from '#features/clips/fixtures/worker-in-page.ts';
import { announcement } from '#features/clips/recorder/recorder-messages.ts';
import { afterRecording } from '#features/clips/recorder/after-recording-code.ts';
import { dropSender } from './post/post-record.ts';
import { backgroundRecording } from './background-recording.ts';
import { RecorderController } from '#features/clips/recorder/recorder-controller.ts';
import type { RecorderPhase } from '#features/clips/recorder/recorder-state.ts';
import { claimTake } from '#features/clips/take/claim-take.ts';
import { FOR_DROP, type TakePurpose } from '#features/clips/take/take-purpose.ts';
import { unlockTake } from '#features/clips/take/take-lock.ts';
import { deleteExpired, type DiscardedTake } from '#features/clips/take/undo-discard.ts';
import type { App } from '#lib/app.ts';
import { createTestApp } from '#test/test-app.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { rememberSession, sessionOf } from '#test/session.ts';
import { deleteTake, listTakes } from '#features/clips/take/take-store.ts';

const ada = sessionOf('ada').user.id;
const noSignal = new AbortController().signal;
let microphone: ReturnType<typeof fakeMicrophone>;

beforeEach(async () => {
  vi.stubGlobal('Worker', WorkerInPage);
  WorkerInPage.isBroken = false;
  vi.spyOn(console, 'error').mockImplementation(() => {});
  microphone = fakeMicrophone();
  discards = [];
  for (const { id } of await listTakes(ada)) await deleteTake(id);
  // A page has usually fetched this code before the first recording ends.
  await afterRecording();
});

/** The takes that were discarded or replaced in the test. */
let discards: DiscardedTake[];

const discardAt = (index: number): DiscardedTake => {
  const found = discards[index];
  if (!found) throw new Error(`There is no discarded take ${index}.`);
  return found;
};

const discard = (recorder: RecorderController) => {
  recorder.discard();
  return discardAt(discards.length - 1);
};

/** The app of the latest visit. */
let app: App;

function visit(userId = ada, purpose?: TakePurpose) {
  app = createTestApp();
  const recorder = new RecorderController(userId, app, (each) => discards.push(each), purpose);
  recorder.enter();
  onTestFinished(() => recorder.leave());
  return recorder;
}

const post = (recorder: RecorderController) => recorder.finished!.send(dropSender(app, ada));

const reached = (recorder: RecorderController, phase: RecorderPhase) =>
  vi.waitFor(() => expect(recorder.getState().phase).toBe(phase));

/** Records some words and stops. */
async function speak(recorder: RecorderController, words: string, readable?: Promise<void>) {
  const outcome = recorder.record();
  await reached(recorder, 'recording');
  say(words, readable);
  recorder.stop();
  await reached(recorder, 'ready');
  return outcome;
}

const duration = (recorder: RecorderController) => recorder.getState().take?.clip.duration;

describe('recording', () => {
  it('makes a clip of all audio and releases the microphone', async () => {
    const recorder = visit();
    expect(await speak(recorder, 'good night')).toBe('stopped');
    expect(duration(recorder)).toBeCloseTo(1.1, 5);
    expect(microphone.tracks.map(({ readyState }) => readyState)).toEqual(['ended']);
  });

  it('warms up Veil in a worker before there is a take', async () => {
    const postMessage = vi.spyOn(WorkerInPage.prototype, 'postMessage');
    onTestFinished(() => postMessage.mockRestore());
    await speak(visit(), 'good night');
    const kinds = postMessage.mock.calls.map(([job]) => job.kind);
    expect(kinds.slice(0, 2)).toEqual(['warm-up', 'prepare']);
  });

  it('stops after sixty seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const recorder = visit();
    const outcome = recorder.record();
    await vi.waitUntil(() => recorder.getState().phase === 'recording', { interval: 0 });
    const announced = new Set<string>();
    recorder.subscribe(() => {
      const { phase, seconds } = recorder.getState();
      announced.add(announcement(phase, seconds));
    });
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    expect(await outcome).toBe('limit');
    expect(announced).toContain('Time is up, recording stopped');
  });

  it('keeps the audio that was recorded before the microphone was unplugged', async () => {
    const recorder = visit();
    const outcome = recorder.record();
    await reached(recorder, 'recording');
    say('good');
    microphone.tracks[0]?.unplug();
    expect(await outcome).toBe('lost');
    await reached(recorder, 'ready');
    expect(duration(recorder)).toBeCloseTo(0.5, 5);
    expect(recorder.getState().notice).toBe('lost');
  });

  it('returns to idle and stores nothing when it is empty', async () => {
    const recorder = visit();
    void recorder.record();
    await reached(recorder, 'recording');
    say('noise');
    recorder.stop();
    await reached(recorder, 'idle');
    expect(recorder.getState().notice).toBe('nothing');
    await vi.waitFor(async () => expect(await listTakes(ada)).toEqual([]));
  });

  it.each([
    ['NotAllowedError', 'refused'],
    ['NotFoundError', 'missing'],
    ['NotReadableError', 'in-use'],
  ])('reports %s as %s when the microphone cannot be opened', async (name, problem) => {
    microphone.getUserMedia.mockRejectedValue(new DOMException('', name));
    const recorder = visit();
    expect(await recorder.record()).toBe(problem);
    expect(recorder.getState()).toMatchObject({ phase: 'idle', notice: problem });
  });

  it('fails as `insecure` on an insecure page, and as `unsupported` without MediaRecorder', async () => {
    const recorder = visit();
    vi.stubGlobal('isSecureContext', false);
    expect(await recorder.record()).toBe('insecure');
    vi.stubGlobal('isSecureContext', true);
    vi.stubGlobal('MediaRecorder', { isTypeSupported: () => false });
    expect(await recorder.record()).toBe('unsupported');
  });
});

it('a microphone that is granted after the user has left is released at once', async () => {
  const granted = Promise.withResolvers<void>();
  const open = microphone.getUserMedia.getMockImplementation();
  microphone.getUserMedia.mockImplementation(() => granted.promise.then(() => open?.()));
  const recorder = visit();
  const outcome = recorder.record();
  void recorder.leave();
  granted.resolve();
  expect(await outcome).toBeNull();
  expect(microphone.tracks[0]?.readyState).toBe('ended');
});

describe('a take of an earlier visit', () => {
  it('is restored with its form on the next visit', async () => {
    const before = visit();
    await speak(before, 'good night');
    before.edit({ choosing: true, description: '#sea', filterId: 'deep', privacy: 'private' });
    const { draft } = before.getState();
    void before.leave();

    const after = visit();
    await reached(after, 'ready');
    expect(after.getState()).toMatchObject({ draft, notice: 'restored' });
    expect(duration(after)).toBeCloseTo(1.1, 5);
  });

  it('is stopped when the page is left during the recording, and keeps its last chunk', async () => {
    const before = visit();
    void before.record();
    await reached(before, 'recording');
    say('good');
    void before.leave();
    expect(microphone.tracks[0]?.readyState).toBe('ended');

    const after = visit();
    await reached(after, 'ready');
    expect(duration(after)).toBeCloseTo(0.5, 5);
  });

  it('is restored only where it was recorded: as a drop, or as a reply to the same comment', async () => {
    const reply: TakePurpose = { kind: 'reply', dropId: 'd', parentId: 'c' };
    const before = visit(ada, reply);
    await speak(before, 'good night');
    void before.leave();
    const others = [undefined, { kind: 'reply', dropId: 'd' } as const].map((each) =>
      visit(ada, each),
    );
    const after = visit(ada, reply);
    await reached(after, 'ready');
    expect(others.map((each) => each.getState().phase)).toEqual(['idle', 'idle']);
  });

  it('is restored on a visit that follows immediately, as in React’s StrictMode', async () => {
    const before = visit();
    await speak(before, 'good night');
    void before.leave();
    before.enter();
    void before.leave();
    before.enter();
    await reached(before, 'ready');
    expect(before.getState().notice).toBe('restored');
  });

  it('is not restored for another account or in a second tab', async () => {
    const first = visit();
    await speak(first, 'good night');
    expect(await claimTake(ada, FOR_DROP, noSignal)).toBeNull();
    void first.leave();
    expect(await claimTake('bob', FOR_DROP, noSignal)).toBeNull();
    expect((await claimTake(ada, FOR_DROP, noSignal))?.recordings[0]?.size).toBe(
      'good night.'.length,
    );
  });
});

const idsOnDevice = async () => (await listTakes(ada)).map(({ id }) => id);

describe('discarding', () => {
  it('deletes the take from the device when the time to undo is over', async () => {
    const recorder = visit();
    await speak(recorder, 'good night');
    const discarded = discard(recorder);
    expect(recorder.getState().phase).toBe('idle');
    expect(await idsOnDevice()).toHaveLength(1);
    discarded.end();
    await vi.waitFor(async () => expect(await idsOnDevice()).toEqual([]));
  });

  it('can be undone, which restores the form too', async () => {
    const recorder = visit();
    await speak(recorder, 'good night');
    recorder.edit({ description: '#sea', choosing: true });
    const before = recorder.getState();
    const discarded = discard(recorder);
    expect(await claimTake(ada, FOR_DROP, noSignal)).toBeNull();
    discarded.undo();
    expect(recorder.getState()).toEqual(before);
    discarded.end();
    void recorder.leave();
    expect((await claimTake(ada, FOR_DROP, noSignal))?.take.draft.description).toBe('#sea');
  });

  it('stops a recording, whose audio so far can be restored', async () => {
    const recorder = visit();
    const outcome = recorder.record();
    await reached(recorder, 'recording');
    say('good');
    const discarded = discard(recorder);
    expect(await outcome).toBeNull();
    expect(microphone.tracks[0]?.readyState).toBe('ended');
    expect(recorder.getState().phase).toBe('idle');
    discarded.undo();
    await reached(recorder, 'ready');
    expect(duration(recorder)).toBeCloseTo(0.5, 5);
    discard(recorder).end();
    await vi.waitFor(async () => expect(await idsOnDevice()).toEqual([]));
  });

  it('can be undone after a reload, and is final when the time is over', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const before = visit();
    await speak(before, 'good night');
    const { takeId } = discard(before);
    void before.leave();
    // The browser releases the lock when it closes the page.
    unlockTake(takeId);
    vi.setSystemTime(Date.now() + 3000);
    const after = visit();
    await vi.waitFor(() => expect(discards).toHaveLength(2));
    expect(discardAt(1)).toMatchObject({ takeId, why: 'discarded' });
    expect(discardAt(1).timeLeft).toBeLessThanOrEqual(5000);
    discardAt(1).undo();
    await reached(after, 'ready');
    expect(duration(after)).toBeCloseTo(1.1, 5);

    discard(after);
    unlockTake(takeId);
    vi.setSystemTime(Date.now() + 9000);
    await deleteExpired(createTestApp(), ada);
    expect(await idsOnDevice()).toEqual([]);
  });

  it('can be undone after the user has left, and the next visit restores the take', async () => {
    const before = visit();
    await speak(before, 'good night');
    const discarded = discard(before);
    void before.leave();
    discarded.undo();
    const after = visit();
    await reached(after, 'ready');
    expect(duration(after)).toBeCloseTo(1.1, 5);
  });
});

describe('editing', () => {
  const speakOn = async (recorder: RecorderController, words: string) => {
    const outcome = recorder.continueTake();
    await reached(recorder, 'recording');
    say(words);
    recorder.stop();
    await reached(recorder, 'ready');
    return outcome;
  };

  it('appends to the take, trims it, and undoes and redoes that', async () => {
    const recorder = visit();
    await speak(recorder, 'good night');
    expect(await speakOn(recorder, 'moon')).toBe('stopped');
    expect(duration(recorder)).toBeCloseTo(1.6, 5);
    await recorder.finished!.trim(0.5, 1.5);
    expect(duration(recorder)).toBeCloseTo(1, 5);
    await Promise.all([recorder.finished!.undo(), recorder.finished!.undo()]);
    expect(duration(recorder)).toBeCloseTo(1.1, 5);
    await recorder.finished!.redo();
    expect(duration(recorder)).toBeCloseTo(1.6, 5);
  });

  it('survives a reload, an undone edit included', async () => {
    const recorder = visit();
    await speak(recorder, 'good night');
    await speakOn(recorder, 'moon');
    await recorder.finished!.trim(0.5, 1.5);
    await recorder.finished!.undo();
    void recorder.leave();
    const later = visit();
    await reached(later, 'ready');
    expect(duration(later)).toBeCloseTo(1.6, 5);
    await later.finished!.redo();
    expect(duration(later)).toBeCloseTo(1, 5);
  });

  it('keeps both parts when the user leaves while the take is continued', async () => {
    const recorder = visit();
    await speak(recorder, 'good night');
    const outcome = recorder.continueTake();
    await reached(recorder, 'recording');
    say('moon');
    void recorder.leave();
    await outcome;
    const later = visit();
    await reached(later, 'ready');
    expect(duration(later)).toBeCloseTo(1.6, 5);
  });

  it('counts what was recorded before, and keeps the take when nothing is added', async () => {
    const recorder = visit();
    await speak(recorder, 'a good long night');
    const before = duration(recorder);
    void recorder.continueTake();
    await reached(recorder, 'recording');
    expect(recorder.getState().seconds).toBe(1);
    expect(recorder.clock()).toBeGreaterThanOrEqual(before ?? Infinity);
    say('noise');
    recorder.stop();
    await reached(recorder, 'ready');
    expect(duration(recorder)).toBe(before);
    expect(recorder.getState().notice).toBe('nothing');
    await recorder.leave();
    const later = visit();
    await reached(later, 'ready');
    expect(duration(later)).toBeCloseTo(before ?? 0, 5);
  });

  it('appends after what the device has still to store of the take', async () => {
    const readable = Promise.withResolvers<void>();
    const recorder = visit();
    await speak(recorder, 'a good long night', readable.promise);
    void recorder.continueTake();
    await reached(recorder, 'recording');
    say('again');
    readable.resolve();
    recorder.stop();
    await reached(recorder, 'ready');
    const both = duration(recorder);
    await recorder.leave();
    const later = visit();
    await reached(later, 'ready');
    expect(duration(later)).toBeCloseTo(both ?? 0, 5);
  });

  it('computes the clips of filters again', async () => {
    const recorder = visit();
    await speak(recorder, 'good night');
    const keys = new Set([recorder.getState().take?.revision]);
    await recorder.finished!.trim(0.2, 0.8);
    keys.add(recorder.getState().take?.revision);
    await recorder.finished!.undo();
    await recorder.finished!.trim(0.3, 0.9);
    keys.add(recorder.getState().take?.revision);
    expect(keys.size).toBe(3);
  });
});

describe('recording again', () => {
  /** Records twice, the second time with another form. */
  const recordAgain = async () => {
    const recorder = visit();
    await speak(recorder, 'good night');
    recorder.edit({ description: '#sea', filterId: 'deep' });
    await speak(recorder, 'hi');
    recorder.edit({ description: '', filterId: 'robot' });
    expect(duration(recorder)).toBeCloseTo(0.3, 5);
    return recorder;
  };
  const expectPrevious = async (recorder: RecorderController) => {
    await recorder.finished!.restorePrevious();
    expect(duration(recorder)).toBeCloseTo(1.1, 5);
    const { draft, previousId } = recorder.getState();
    expect(draft).toMatchObject({ description: '#sea', filterId: 'deep' });
    expect(previousId).toBeNull();
  };

  it('keeps the old take, which comes back with its form, and then discards the new one', async () => {
    const recorder = await recordAgain();
    expect(discards).toEqual([]);
    await expectPrevious(recorder);
    expect(discardAt(0).why).toBe('replaced');
    discardAt(0).end();
    await vi.waitFor(async () => expect(await idsOnDevice()).toHaveLength(1));
    expect(await idsOnDevice()).toEqual([recorder.getState().take?.id]);
  });

  it('keeps the old take also after a reload, which shows the new one', async () => {
    const recorder = await recordAgain();
    await recorder.leave();
    const later = visit();
    await reached(later, 'ready');
    expect(duration(later)).toBeCloseTo(0.3, 5);
    await expectPrevious(later);
  });

  /** Leaves while a take is recorded again, and comes back. */
  const leaveMeanwhile = async () => {
    const recorder = visit();
    await speak(recorder, 'good night');
    recorder.edit({ description: '#sea', filterId: 'deep' });
    const outcome = recorder.record();
    await reached(recorder, 'recording');
    say('hi');
    void recorder.leave();
    await outcome;
    const later = visit();
    await reached(later, 'ready');
    expect(duration(later)).toBeCloseTo(0.3, 5);
    return later;
  };

  it('offers the old take also when the user leaves before the new one has ended', async () => {
    const recorder = await leaveMeanwhile();
    await expectPrevious(recorder);
    expect(discardAt(0).why).toBe('replaced');
  });

  it('that has not ended deletes no other take when it is discarded', async () => {
    const recorder = await leaveMeanwhile();
    const fragment = recorder.getState().take?.id;
    discard(recorder).end();
    await vi.waitFor(async () => expect(await idsOnDevice()).not.toContain(fragment));
    expect(await idsOnDevice()).toHaveLength(1);
  });

  it('deletes the old take with the new one', async () => {
    const recorder = await recordAgain();
    expect(await idsOnDevice()).toHaveLength(2);
    discard(recorder).end();
    await vi.waitFor(async () => expect(await idsOnDevice()).toEqual([]));
  });

  it('keeps the old take when the discard of the new one is undone', async () => {
    const recorder = await recordAgain();
    discard(recorder).undo();
    expect(duration(recorder)).toBeCloseTo(0.3, 5);
    await expectPrevious(recorder);
  });

  it('returns to the old take when the new one is discarded or empty', async () => {
    const recorder = visit();
    await speak(recorder, 'good night');
    for (const giveUp of [() => discard(recorder).end(), () => recorder.stop()]) {
      void recorder.record();
      await reached(recorder, 'recording');
      say('noise');
      giveUp();
      await reached(recorder, 'ready');
      expect(duration(recorder)).toBeCloseTo(1.1, 5);
    }
    expect(recorder.getState().notice).toBe('nothing');
    await vi.waitFor(async () => expect(await idsOnDevice()).toHaveLength(1));
  });

  it('loses neither take when the user leaves during the recording', async () => {
    const before = visit();
    await speak(before, 'good night');
    void before.record();
    await reached(before, 'recording');
    say('hi');
    void before.leave();
    const after = visit();
    await reached(after, 'ready');
    expect(duration(after)).toBeCloseTo(0.3, 5);
    discard(after).end();
    void after.leave();
    const last = visit();
    await reached(last, 'ready');
    expect(duration(last)).toBeCloseTo(1.1, 5);
  });

  it('keeps the old take when the microphone is refused', async () => {
    const recorder = visit();
    await speak(recorder, 'good night');
    microphone.getUserMedia.mockRejectedValue(new DOMException('', 'NotAllowedError'));
    await recorder.record();
    expect(recorder.getState()).toMatchObject({ phase: 'ready', notice: 'refused' });
    expect(await listTakes(ada)).toHaveLength(1);
  });
});

describe('posting', () => {
  const NOW = Date.now();
  const UPLOAD = `POST /storage/v1/object/voice-drops/${ada}/${NOW}-voice-drop.wav`;
  const uploaded = () => json({ Id: '1', Key: 'k' });
  const failed = () => json({ message: 'full' }, 500);

  /** A recorder with a take, and a backend that accepts it unless the test changes its answers. */
  async function prepare() {
    rememberSession('ada');
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    onTestFinished(() => void vi.useRealTimers());
    const answers: Parameters<typeof fakeBackend>[0] = {
      [UPLOAD]: uploaded,
      'POST /rest/v1/voice_drops': () => new Response(null, { status: 201 }),
    };
    const { requests } = fakeBackend(answers);
    const recorder = visit();
    await speak(recorder, 'good night');
    recorder.edit({ description: '#sea' });
    // `waitFor` has advanced the clock, whose time is part of the upload's path.
    vi.setSystemTime(NOW);
    const goOffline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    return { recorder, answers, requests, goOffline };
  }

  it('sends the take once, however often it is requested', async () => {
    const { recorder, requests } = await prepare();
    const outcomes = await Promise.all([post(recorder), post(recorder)]);
    expect(requests.filter(({ url }) => url.includes('/storage/'))).toHaveLength(1);
    expect(outcomes).toEqual(['here', null]);
    expect(recorder.getState().phase).toBe('idle');
  });

  it('leaves take and form unchanged after a failure, which is shown, also on the next visit', async () => {
    const { recorder, answers } = await prepare();
    const before = recorder.getState();
    const tooMany = { code: 'PT429', message: 'Too many.' };
    answers['POST /rest/v1/voice_drops'] = () => json(tooMany, 429);
    await expect(post(recorder)).rejects.toMatchObject({ problem: 'save-failed' });
    const failure = { problem: 'save-failed', limit: 'Too many.' };
    expect(recorder.getState()).toEqual({ ...before, failure });
    void recorder.leave();
    const after = visit();
    await reached(after, 'ready');
    expect(after.getState()).toMatchObject({ failure, draft: { description: '#sea' } });
  });

  it('leaves the take queued when its upload fails because the page is being left', async () => {
    const { recorder, answers } = await prepare();
    answers[UPLOAD] = () => {
      dispatchEvent(new Event('pagehide'));
      return failed();
    };
    await expect(post(recorder)).rejects.toMatchObject({ problem: 'upload-failed' });
    dispatchEvent(new Event('pageshow'));
    expect(await listTakes(ada)).toMatchObject([{ post: { failure: null } }]);
  });

  it('leaves the take unposted when it is cancelled', async () => {
    const { recorder, answers } = await prepare();
    const before = recorder.getState();
    answers[UPLOAD] = () => {
      recorder.finished!.cancelSend();
      return uploaded();
    };
    await expect(post(recorder)).rejects.toMatchObject({ problem: 'cancelled' });
    expect(recorder.getState()).toEqual(before);
    void recorder.leave();
    expect((await claimTake(ada, FOR_DROP, noSignal))?.take.post).toBeNull();
  });

  it('clears the recorder without a network, and queues the take on the device', async () => {
    const { recorder, goOffline } = await prepare();
    goOffline();
    expect(await post(recorder)).toBe('queued');
    expect(recorder.getState().phase).toBe('idle');
    expect(await claimTake(ada, FOR_DROP, noSignal)).toBeNull();
    const [take] = await listTakes(ada);
    expect(take).toMatchObject({ draft: { description: '#sea' }, post: { failure: null } });
  });

  it('fails without a network when the take is not stored on the device', async () => {
    const { recorder, goOffline } = await prepare();
    for (const id of await idsOnDevice()) await deleteTake(id);
    goOffline();
    const failure = { problem: 'upload-failed' };
    await expect(post(recorder)).rejects.toMatchObject(failure);
    expect(recorder.getState()).toMatchObject({ phase: 'ready', failure });
  });

  it('continues when the user leaves, and restores the take on the next visit after a failure', async () => {
    const { recorder, answers } = await prepare();
    const response = Promise.withResolvers<Response>();
    answers[UPLOAD] = () => response.promise;
    const outcome = post(recorder);
    void recorder.leave();
    const after = visit();
    response.resolve(failed());
    await expect(outcome).rejects.toMatchObject({ problem: 'upload-failed' });
    await reached(after, 'ready');
  });

  it('returns `left` when it ends after the user has left', async () => {
    const { recorder, answers } = await prepare();
    const response = Promise.withResolvers<Response>();
    answers[UPLOAD] = () => response.promise;
    const outcome = post(recorder);
    void recorder.leave();
    response.resolve(uploaded());
    expect(await outcome).toBe('left');
  });
});

describe('leaving the recorder during a recording', () => {
  const leaveRecording = async () => {
    const app = createTestApp();
    const background = backgroundRecording(app.client);
    const unhost = background.host();
    onTestFinished(unhost);
    const recorder = new RecorderController(ada, app, (each) => discards.push(each));
    background.enter(recorder);
    const outcome = recorder.record();
    await reached(recorder, 'recording');
    say('good ');
    background.leave(recorder);
    return { background, unhost, recorder, outcome };
  };

  it('continues it, and shows it again on return', async () => {
    const { background, recorder } = await leaveRecording();
    expect(background.get()).toBe(recorder);
    say('night');
    background.enter(recorder);
    expect(background.get()).toBeNull();
    recorder.stop();
    await reached(recorder, 'ready');
    expect(duration(recorder)).toBeCloseTo(1.1, 5);
  });

  it('keeps the take when the recording ends meanwhile', async () => {
    const { background, outcome } = await leaveRecording();
    microphone.tracks[0]?.unplug();
    expect(await outcome).toBe('kept');
    expect(background.get()).toBeNull();
    const later = visit();
    await reached(later, 'ready');
    expect(duration(later)).toBeCloseTo(0.6, 5);
  });

  it('ends it with the session', async () => {
    const { background, unhost, recorder, outcome } = await leaveRecording();
    unhost();
    await outcome;
    expect(background.get()).toBeNull();
    expect(recorder.getState().phase).toBe('idle');
    expect(microphone.tracks[0]?.readyState).toBe('ended');
  });
});
