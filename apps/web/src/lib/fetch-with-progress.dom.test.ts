import { beforeEach, expect, it, vi } from 'vitest';
import { fetchWithProgress, STALL_TIMEOUT } from './fetch-with-progress.ts';

/** An XMLHttpRequest whose progress and answer a test controls. */
class SlowUpload extends EventTarget {
  static last: SlowUpload;
  readonly upload = new EventTarget();
  readonly status = 200;
  readonly statusText = 'OK';
  readonly responseText = 'stored';

  constructor() {
    super();
    SlowUpload.last = this;
  }
  open(): void {}
  setRequestHeader(): void {}
  send(): void {}
  getResponseHeader(): null {
    return null;
  }
  abort(): void {
    this.end('abort');
  }
  end(how: 'load' | 'abort'): void {
    this.dispatchEvent(new Event(how));
    this.dispatchEvent(new Event('loadend'));
  }
  move(loaded: number): void {
    const moved = { lengthComputable: true, loaded, total: 100 };
    this.upload.dispatchEvent(new ProgressEvent('progress', moved));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', SlowUpload);
});
/** Starts an upload. */
function upload(signal?: AbortSignal) {
  const shares: number[] = [];
  const onProgress = (share: number) => void shares.push(share);
  const put = fetchWithProgress({ onProgress, ...(signal && { signal }) });
  const outcome = put('/storage', { method: 'POST', body: 'audio' }).catch(
    (cause: unknown) => cause,
  );
  return { outcome, shares };
}

it('an upload that makes progress may take any time', async () => {
  const { outcome, shares } = upload();
  for (const loaded of [20, 40, 60, 80, 100]) {
    await vi.advanceTimersByTimeAsync(STALL_TIMEOUT - 1);
    SlowUpload.last.move(loaded);
  }
  await vi.advanceTimersByTimeAsync(STALL_TIMEOUT - 1);
  SlowUpload.last.end('load');
  const answer = await outcome;
  expect(answer instanceof Response && (await answer.text())).toBe('stored');
  expect(shares).toEqual([0.2, 0.4, 0.6, 0.8, 1]);
  expect(vi.getTimerCount()).toBe(0);
});

it.each([
  ['never starts', () => {}],
  ['stops halfway', () => SlowUpload.last.move(40)],
  ['is sent and never answered', () => SlowUpload.last.move(100)],
])('an upload that %s is aborted', async (_what, move) => {
  const { outcome } = upload();
  move();
  await vi.advanceTimersByTimeAsync(STALL_TIMEOUT);
  expect(await outcome).toMatchObject({ name: 'TimeoutError' });
});

it('an aborted upload rejects with the reason of its signal', async () => {
  const cancel = new AbortController();
  const { outcome } = upload(cancel.signal);
  cancel.abort('changed my mind');
  expect(await outcome).toBe('changed my mind');
  expect(vi.getTimerCount()).toBe(0);
});
