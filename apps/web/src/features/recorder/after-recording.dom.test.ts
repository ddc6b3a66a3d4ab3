import 'fake-indexeddb/auto';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { fakeMicrophone, say } from '#features/clips/fixtures/fake-microphone.ts';
import { WorkerInPage } from '#features/clips/fixtures/worker-in-page.ts';
import { deleteTake, listTakes } from '#features/clips/take/take-store.ts';
import { FOR_DROP } from '#features/clips/take/take-purpose.ts';
import type { DiscardedTake } from '#features/clips/take/undo-discard.ts';
import { createTestApp } from '#test/test-app.ts';
import type { RecorderController } from '#features/clips/recorder/recorder-controller.ts';
import type { RecorderPhase } from '#features/clips/recorder/recorder-state.ts';

const userId = 'ada';
let microphone: ReturnType<typeof fakeMicrophone>;

/** Imports the recorder again, as by a new document: code that was fetched once stays available. */
async function importPage() {
  vi.resetModules();
  return {
    ...(await import('#features/clips/recorder/recorder-controller.ts')),
    ...(await import('#features/clips/take/claim-take.ts')),
    ...(await import('#features/clips/take/undo-discard.ts')),
  };
}

let page: Awaited<ReturnType<typeof importPage>>;

beforeEach(async () => {
  vi.stubGlobal('Worker', WorkerInPage);
  WorkerInPage.isBroken = false;
  vi.spyOn(console, 'error').mockImplementation(() => {});
  microphone = fakeMicrophone();
  for (const { id } of await listTakes(userId)) await deleteTake(id);
  vi.doMock('#features/clips/recorder/after-recording.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  onTestFinished(() => vi.doUnmock('#features/clips/recorder/after-recording.ts'));
  page = await importPage();
});

/** The code can be fetched from now on. */
function reconnect(): void {
  vi.doUnmock('#features/clips/recorder/after-recording.ts');
  dispatchEvent(new Event('online'));
}

function visit() {
  const onDiscarded = vi.fn<(discarded: DiscardedTake) => void>();
  const recorder = new page.RecorderController(userId, createTestApp(), onDiscarded);
  recorder.enter();
  onTestFinished(() => recorder.leave());
  return { recorder, onDiscarded };
}

const reached = (recorder: RecorderController, phase: RecorderPhase) =>
  vi.waitFor(() => expect(recorder.getState().phase).toBe(phase));

async function record(recorder: RecorderController): Promise<void> {
  void recorder.record();
  await reached(recorder, 'recording');
  say('good night');
}

const isWaiting = (recorder: RecorderController) =>
  vi.waitFor(() => expect(recorder.getState().notice).toBe('unfetched'));

it('a recording that ends before the code to prepare it has arrived waits for the code', async () => {
  const { recorder } = visit();
  await record(recorder);
  expect(recorder.getState().notice).toBeNull();
  recorder.stop();
  await isWaiting(recorder);
  expect(recorder.getState().phase).toBe('finishing');
  reconnect();
  await reached(recorder, 'ready');
  expect(recorder.getState()).toMatchObject({ notice: null, take: { clip: { duration: 1.1 } } });
});

it('a recording that waits for the code is kept when the user leaves, and waits on the next visit', async () => {
  const { recorder } = visit();
  await record(recorder);
  recorder.stop();
  await isWaiting(recorder);
  await recorder.leave();
  const later = visit().recorder;
  await isWaiting(later);
  expect(later.getState().phase).toBe('restoring');
  reconnect();
  await reached(later, 'ready');
  expect(later.getState()).toMatchObject({ notice: 'restored', take: { clip: { duration: 1.1 } } });
});

it('a recording that is discarded before the code has arrived can be brought back when it has', async () => {
  const { recorder, onDiscarded } = visit();
  await record(recorder);
  recorder.discard();
  expect(recorder.getState().phase).toBe('idle');
  expect(microphone.tracks[0]?.readyState).toBe('ended');
  reconnect();
  await vi.waitFor(() => expect(onDiscarded).toHaveBeenCalledOnce());
  onDiscarded.mock.calls[0]?.[0].undo();
  await reached(recorder, 'ready');
  expect(recorder.getState().take?.clip.duration).toBeCloseTo(1.1, 5);
});

it('a recording that is discarded without the code is not offered again, and deleted later', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { recorder } = visit();
  await record(recorder);
  recorder.discard();
  await recorder.leave();
  expect(await page.claimTake(userId, FOR_DROP, new AbortController().signal)).toBeNull();
  expect(await listTakes(userId)).toHaveLength(1);
  vi.setSystemTime(Date.now() + 9000);
  await page.deleteExpired(createTestApp(), userId);
  expect(await listTakes(userId)).toEqual([]);
});
