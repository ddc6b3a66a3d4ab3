import { QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';

/** How often a read is tried that always fails with this error. */
async function tries(failure: unknown): Promise<number> {
  vi.useFakeTimers();
  const queryFn = vi.fn<() => Promise<never>>().mockRejectedValue(failure);
  const queryClient = createQueryClient();
  const answer = Promise.allSettled([queryClient.fetchQuery({ queryKey: ['answer'], queryFn })]);
  await vi.runAllTimersAsync();
  expect(await answer).toEqual([{ status: 'rejected', reason: failure }]);
  return queryFn.mock.calls.length;
}

const noNetwork = new TypeError('Failed to fetch');

it('a read that may succeed later is tried three times', async () => {
  expect(await tries(noNetwork)).toBe(3);
  expect(await tries({ status: 503 })).toBe(3);
});

it('a read that the backend refuses is not tried again', async () => {
  expect(await tries({ status: 403 })).toBe(1);
  expect(await tries({ code: '42501' })).toBe(1);
});

it.each([
  ['by the browser', new DOMException('signal timed out', 'TimeoutError')],
  ['by postgrest-js', { message: 'AbortError: signal is aborted without reason', code: '' }],
  [
    'while the session was renewed',
    { message: 'AuthRetryableFetchError: signal timed out', code: '' },
  ],
])('a read whose time was up, aborted %s, is not tried again', async (_who, timeout) => {
  expect(await tries(timeout)).toBe(1);
});

it('a read is not tried again while the browser is offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(await tries(noNetwork)).toBe(1);
});

it('queries in use are read again when the browser is online, also on a page opened offline', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const queryFn = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(noNetwork)
    .mockResolvedValue('news');
  const queryClient = createQueryClient();
  queryClient.mount();
  const screen = new QueryObserver(queryClient, { queryKey: ['screen'], queryFn });
  const leave = screen.subscribe(() => {});
  await vi.waitFor(() => expect(screen.getCurrentResult().isError).toBe(true));
  onLine.mockReturnValue(true);
  dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(screen.getCurrentResult().data).toBe('news'));
  leave();
  queryClient.unmount();
});
