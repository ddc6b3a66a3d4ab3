import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { OfflineNotice } from './offline-notice.tsx';

afterEach(() => vi.restoreAllMocks());

it('the notice shows while the browser is offline, and disappears when it is online', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const { rerender } = render(<OfflineNotice canRecord />);
  expect(screen.queryByText(/You are offline/)).not.toBeInTheDocument();
  online.mockReturnValue(false);
  act(() => void dispatchEvent(new Event('offline')));
  expect(screen.getByRole('status')).toHaveTextContent(/Listening has to wait\. You can record/);
  // A visitor's recordings are not kept.
  rerender(<OfflineNotice canRecord={false} />);
  expect(screen.getByRole('status')).toHaveTextContent(/signing in have to wait\.$/);
  online.mockReturnValue(true);
  act(() => void dispatchEvent(new Event('online')));
  expect(screen.queryByText(/You are offline/)).not.toBeInTheDocument();
});
