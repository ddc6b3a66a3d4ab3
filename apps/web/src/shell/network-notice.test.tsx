import { useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { AppProvider } from '#app/app-provider.tsx';
import { setKeepsDrops } from '#lib/keeps-drops.ts';
import { createTestApp } from '#test/test-app.ts';
import { NetworkNotice } from './network-notice.tsx';

it('the notice shows while the browser is offline, and disappears when it is online', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const app = createTestApp();
  const page = (memberId?: string) => (
    <AppProvider app={app}>
      <NetworkNotice memberId={memberId} />
    </AppProvider>
  );
  const { rerender } = render(page('id-of-ada'));
  expect(screen.queryByText(/You are offline/)).not.toBeInTheDocument();
  online.mockReturnValue(false);
  act(() => void dispatchEvent(new Event('offline')));
  expect(screen.getByText(/offline/)).toHaveTextContent(
    /Listening has to wait\. Posts, messages, likes, bookmarks and follows are sent/,
  );
  setKeepsDrops('id-of-ada', true);
  rerender(page('id-of-ada'));
  expect(screen.getByText(/offline/)).toHaveTextContent(/You can play what this device has kept\./);
  // A visitor's recordings are not kept.
  rerender(page());
  expect(screen.getByText(/offline/)).toHaveTextContent(/signing in have to wait\.$/);
  online.mockReturnValue(true);
  act(() => void dispatchEvent(new Event('online')));
  expect(screen.queryByText(/You are offline/)).not.toBeInTheDocument();
});

interface ReadProps {
  queryFn: () => Promise<string>;
  isLocal?: boolean;
}

function Read({ queryFn, isLocal = false }: ReadProps) {
  useQuery({ queryKey: ['news', isLocal], queryFn, meta: { isLocal } });
  return null;
}

/** Shows the notice beside a component that reads. */
function showReading(props: ReadProps) {
  vi.useFakeTimers();
  render(
    <AppProvider app={createTestApp()}>
      <NetworkNotice memberId="id-of-ada" />
      <Read {...props} />
    </AppProvider>,
  );
  return (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
}

const stillTrying = () => screen.queryByText(/^Still trying/);

it('a page says after five seconds that it is still trying, until it has an answer', async () => {
  const asked = Promise.withResolvers<string>();
  const pass = showReading({ queryFn: () => asked.promise });
  await pass(4900);
  expect(stillTrying()).toBeNull();
  await pass(200);
  expect(stillTrying()).toBeVisible();
  asked.resolve('news');
  await pass(10);
  expect(stillTrying()).toBeNull();
});

it('retries count as one wait', async () => {
  const queryFn = vi.fn<() => Promise<string>>(
    () => new Promise((_resolve, reject) => setTimeout(() => reject(new TypeError()), 2000)),
  );
  vi.spyOn(console, 'error').mockReturnValue();
  const pass = showReading({ queryFn });
  await pass(5100);
  expect(queryFn.mock.calls.length).toBeGreaterThan(1);
  expect(stillTrying()).toBeVisible();
  await pass(20_000);
  expect(stillTrying()).toBeNull();
});

it('work of the device does not count', async () => {
  const pass = showReading({ queryFn: () => new Promise(() => {}), isLocal: true });
  await pass(10_000);
  expect(stillTrying()).toBeNull();
});
