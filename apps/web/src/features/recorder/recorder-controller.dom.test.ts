import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeMicrophone } from '#features/recorder/fixtures/fake-microphone.ts';
import { WorkerInPage } from '#features/recorder/fixtures/worker-in-page.ts';
import { announcement } from './recorder-messages.ts';
import { RecorderController } from './recorder-controller.ts';
import type { RecorderPhase } from './recorder-state.ts';
import { claimTake } from '#features/recorder/take/claim-take.ts';
import { PostError } from '#features/recorder/post/post-error.ts';
import { unlockTake } from '#features/recorder/take/take-lock.ts';
import { deleteExpired, type TakeAside } from '#features/recorder/take/undo-discard.ts';
import { createTestApp } from '#test/test-app.ts';
import { deleteTake, listTakes } from '#features/recorder/take/take-store.ts';

const noSignal = new AbortController().signal;
let microphone: ReturnType<typeof fakeMicrophone>;

beforeEach(async () => {
  vi.stubGlobal('Worker', WorkerInPage);
  WorkerInPage.isBroken = false;
  vi.spyOn(console, 'error').mockImplementation(() => {});
  microphone = fakeMicrophone();
  asides = [];
  for (const { id } of await listTakes('ada')) await deleteTake(id);
});

/** The takes that were set aside in the test. */
let asides: TakeAside[];

const aside = (index: number): TakeAside => {
  const found = asides[index];
  if (!found) throw new Error(`No take was set aside as number ${index}.`);
  return found;
};

const discard = (recorder: RecorderController) => {
  recorder.discard();
  return aside(asides.length - 1);
};

function visit(userId = 'ada') {
  const recorder = new RecorderController(userId, createTestApp(), (each) => asides.push(each));
  recorder.enter();
  onTestFinished(() => recorder.leave());
  return recorder;
}

const reached = (recorder: RecorderController, phase: RecorderPhase) =>
  vi.waitFor(() => expect(recorder.getState().phase).toBe(phase));

/** Records some words and stops. */
async function speak(recorder: RecorderController, words: string) {
  const outcome = recorder.record();
  await reached(recorder, 'recording');
  microphone.say(words);
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

  it('has a worker compile Veil meanwhile, before there is a take', async () => {
    const postMessage = vi.spyOn(WorkerInPage.prototype, 'postMessage');
    onTestFinished(() => postMessage.mockRestore());
    await speak(visit(), 'good night');
    const kinds = postMessage.mock.calls.map(([job]) => job.kind);
    expect(kinds.slice(0, 2)).toEqual(['rehearse', 'prepare']);
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

  it('keeps the audio from before the microphone was unplugged', async () => {
    const recorder = visit();
    const outcome = recorder.record();
    await reached(recorder, 'recording');
    microphone.say('good');
    microphone.tracks[0]?.unplug();
    expect(await outcome).toBe('lost');
    await reached(recorder, 'ready');
    expect(duration(recorder)).toBeCloseTo(0.5, 5);
    expect(recorder.getState().notice).toBe('lost');
  });

  it('that is empty returns to idle and is not kept', async () => {
    const recorder = visit();
    void recorder.record();
    await reached(recorder, 'recording');
    microphone.say('noise');
    recorder.stop();
    await reached(recorder, 'idle');
    expect(recorder.getState().notice).toBe('nothing');
    await vi.waitFor(async () => expect(await listTakes('ada')).toEqual([]));
  });

  it.each([
    ['NotAllowedError', 'refused'],
    ['NotFoundError', 'missing'],
    ['NotReadableError', 'in-use'],
  ])('without a microphone (%s) says why: %s', async (name, problem) => {
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

it('a microphone that is granted after the person has left is released at once', async () => {
  const granted = Promise.withResolvers<void>();
  const open = microphone.getUserMedia.getMockImplementation();
  microphone.getUserMedia.mockImplementation(() => granted.promise.then(() => open?.()));
  const recorder = visit();
  const outcome = recorder.record();
  recorder.leave();
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
    before.leave();

    const after = visit();
    await reached(after, 'ready');
    expect(after.getState()).toMatchObject({ draft, notice: 'restored' });
    expect(duration(after)).toBeCloseTo(1.1, 5);
  });

  it('that was left during the recording has stopped, and is kept to its last chunk', async () => {
    const before = visit();
    void before.record();
    await reached(before, 'recording');
    microphone.say('good');
    before.leave();
    expect(microphone.tracks[0]?.readyState).toBe('ended');

    const after = visit();
    await reached(after, 'ready');
    expect(duration(after)).toBeCloseTo(0.5, 5);
  });

  it('is restored on a visit that follows at once, as in React’s StrictMode', async () => {
    const before = visit();
    await speak(before, 'good night');
    before.leave();
    before.enter();
    before.leave();
    before.enter();
    await reached(before, 'ready');
    expect(before.getState().notice).toBe('restored');
  });

  it('is not restored for another account, nor in a second tab', async () => {
    const first = visit();
    await speak(first, 'good night');
    expect(await claimTake('ada', noSignal)).toBeNull();
    first.leave();
    expect(await claimTake('bob', noSignal)).toBeNull();
    expect((await claimTake('ada', noSignal))?.audio.size).toBe('good night.'.length);
  });
});

const idsOnDevice = async () => (await listTakes('ada')).map(({ id }) => id);

describe('discarding', () => {
  it('deletes the take from the device when its time is over', async () => {
    const recorder = visit();
    await speak(recorder, 'good night');
    const discarded = discard(recorder);
    expect(recorder.getState().phase).toBe('idle');
    expect(await idsOnDevice()).toHaveLength(1);
    discarded.end();
    await vi.waitFor(async () => expect(await idsOnDevice()).toEqual([]));
  });

  it('can be undone, with the form as it was', async () => {
    const recorder = visit();
    await speak(recorder, 'good night');
    recorder.edit({ description: '#sea', choosing: true });
    const before = recorder.getState();
    const discarded = discard(recorder);
    expect(await claimTake('ada', noSignal)).toBeNull();
    discarded.undo();
    expect(recorder.getState()).toEqual(before);
    discarded.end();
    recorder.leave();
    expect((await claimTake('ada', noSignal))?.take.draft.description).toBe('#sea');
  });

  it('stops a recording, which can be brought back as far as it went', async () => {
    const recorder = visit();
    const outcome = recorder.record();
    await reached(recorder, 'recording');
    microphone.say('good');
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

  it('is offered for undoing after a reload, and final when its time is over', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const before = visit();
    await speak(before, 'good night');
    const { takeId } = discard(before);
    before.leave();
    // As when the browser closes the page.
    unlockTake(takeId);
    vi.setSystemTime(Date.now() + 3000);
    const after = visit();
    await vi.waitFor(() => expect(asides).toHaveLength(2));
    expect(aside(1)).toMatchObject({ takeId, why: 'discarded' });
    expect(aside(1).timeLeft).toBeLessThanOrEqual(5000);
    aside(1).undo();
    await reached(after, 'ready');
    expect(duration(after)).toBeCloseTo(1.1, 5);

    discard(after);
    unlockTake(takeId);
    vi.setSystemTime(Date.now() + 9000);
    await deleteExpired(createTestApp(), 'ada');
    expect(await idsOnDevice()).toEqual([]);
  });

  it('can be undone after the person has left, for the next visit', async () => {
    const before = visit();
    await speak(before, 'good night');
    const discarded = discard(before);
    before.leave();
    discarded.undo();
    const after = visit();
    await reached(after, 'ready');
    expect(duration(after)).toBeCloseTo(1.1, 5);
  });
});

describe('recording again', () => {
  it('replaces the old take once the new one has ended, which can be undone', async () => {
    const recorder = visit();
    await speak(recorder, 'good night');
    recorder.edit({ description: '#sea' });
    await speak(recorder, 'hi');
    expect(duration(recorder)).toBeCloseTo(0.3, 5);
    expect(aside(0).why).toBe('replaced');
    expect(await idsOnDevice()).toHaveLength(2);

    aside(0).undo();
    expect(duration(recorder)).toBeCloseTo(1.1, 5);
    expect(recorder.getState().draft.description).toBe('#sea');
    // Now the new one can be brought back.
    aside(1).undo();
    expect(duration(recorder)).toBeCloseTo(0.3, 5);
    aside(2).end();
    await vi.waitFor(async () => expect(await idsOnDevice()).toHaveLength(1));
  });

  it('returns to the old take when the new one is discarded or empty', async () => {
    const recorder = visit();
    await speak(recorder, 'good night');
    for (const give of [() => discard(recorder).end(), () => recorder.stop()]) {
      void recorder.record();
      await reached(recorder, 'recording');
      microphone.say('noise');
      give();
      await reached(recorder, 'ready');
      expect(duration(recorder)).toBeCloseTo(1.1, 5);
    }
    expect(recorder.getState().notice).toBe('nothing');
    await vi.waitFor(async () => expect(await idsOnDevice()).toHaveLength(1));
  });

  it('loses neither take when the person leaves in the middle', async () => {
    const before = visit();
    await speak(before, 'good night');
    void before.record();
    await reached(before, 'recording');
    microphone.say('hi');
    before.leave();
    const after = visit();
    await reached(after, 'ready');
    expect(duration(after)).toBeCloseTo(0.3, 5);
    discard(after).end();
    after.leave();
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
    expect(await listTakes('ada')).toHaveLength(1);
  });
});

describe('posting', () => {
  it('sends the take once, however often it is requested', async () => {
    const recorder = visit();
    await speak(recorder, 'good night');
    const send = vi.fn<() => Promise<void>>(async () => {});
    const outcomes = await Promise.all([recorder.post(send), recorder.post(send)]);
    expect(send).toHaveBeenCalledTimes(1);
    expect(outcomes).toEqual(['here', null]);
    expect(recorder.getState().phase).toBe('idle');
  });

  it('that fails leaves take and form unchanged, and says why, also on the next visit', async () => {
    const recorder = visit();
    await speak(recorder, 'good night');
    recorder.edit({ description: '#sea' });
    const before = recorder.getState();
    const cause = { code: 'PT429', message: 'Too many.' };
    const refused = new PostError('save-failed', { cause });
    await expect(recorder.post(() => Promise.reject(refused))).rejects.toBe(refused);
    const failure = { problem: 'save-failed', limit: 'Too many.' };
    expect(recorder.getState()).toEqual({ ...before, failure });
    recorder.leave();
    const after = visit();
    await reached(after, 'ready');
    expect(after.getState()).toMatchObject({ failure, draft: { description: '#sea' } });
  });

  it('leaves the take queued when its upload fails because the page is being left', async () => {
    const recorder = visit();
    await speak(recorder, 'good night');
    const post = recorder.post(async () => {
      dispatchEvent(new Event('pagehide'));
      throw new PostError('upload-failed');
    });
    await expect(post).rejects.toThrow('upload-failed');
    dispatchEvent(new Event('pageshow'));
    expect(await listTakes('ada')).toMatchObject([{ post: { failure: null } }]);
  });

  it('that is cancelled leaves a take that was not posted', async () => {
    const recorder = visit();
    await speak(recorder, 'good night');
    const before = recorder.getState();
    const outcome = recorder.post(() => Promise.reject(new PostError('cancelled')));
    await expect(outcome).rejects.toThrow('cancelled');
    expect(recorder.getState()).toEqual(before);
    recorder.leave();
    expect((await claimTake('ada', noSignal))?.take.post).toBeNull();
  });

  it('without a network leaves the recorder empty, and the take waiting on the device', async () => {
    const recorder = visit();
    await speak(recorder, 'good night');
    recorder.edit({ description: '#sea' });
    const outcome = await recorder.post(() => Promise.reject(new PostError('offline')));
    expect(outcome).toBe('queued');
    expect(recorder.getState().phase).toBe('idle');
    expect(await claimTake('ada', noSignal)).toBeNull();
    const [take] = await listTakes('ada');
    expect(take).toMatchObject({ draft: { description: '#sea' }, post: { failure: null } });
  });

  it('without a network fails where the device has not kept the take', async () => {
    const recorder = visit();
    await speak(recorder, 'good night');
    for (const id of await idsOnDevice()) await deleteTake(id);
    const outcome = recorder.post(() => Promise.reject(new PostError('offline')));
    await expect(outcome).rejects.toMatchObject({ problem: 'upload-failed' });
    expect(recorder.getState()).toMatchObject({
      phase: 'ready',
      failure: { problem: 'upload-failed' },
    });
  });

  it('continues when the person leaves, and a take whose post failed is restored when they return', async () => {
    const before = visit();
    await speak(before, 'good night');
    const sent = Promise.withResolvers<void>();
    const outcome = before.post(() => sent.promise);
    before.leave();
    const after = visit();
    sent.reject(new PostError('upload-failed'));
    await expect(outcome).rejects.toThrow('upload-failed');
    await reached(after, 'ready');
  });

  it('that ends after the person has left returns `left`', async () => {
    const recorder = visit();
    await speak(recorder, 'good night');
    const sent = Promise.withResolvers<void>();
    const outcome = recorder.post(() => sent.promise);
    recorder.leave();
    sent.resolve();
    expect(await outcome).toBe('left');
  });
});
