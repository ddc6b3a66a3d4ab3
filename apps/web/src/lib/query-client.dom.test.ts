import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** How often something that always fails so is asked for. */
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

it('asks three times for what may come yet', async () => {
  expect(await tries(noNetwork)).toBe(3);
  expect(await tries({ status: 503 })).toBe(3);
});

it('takes an answer for an answer', async () => {
  expect(await tries({ status: 403 })).toBe(1);
  expect(await tries({ code: '42501' })).toBe(1);
});

it('gives up at once where there is no network', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(await tries(noNetwork)).toBe(1);
});

it('reads anew what is on the screen when the network is back, also on a page that was opened without', async () => {
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
