import { renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { AppProvider } from '#app/app-provider.tsx';
import { createTestApp } from '#test/test-app.ts';
import { fakeBackend } from '#test/fake-backend.ts';
import { rememberSession } from '#test/session.ts';
import { useSendReport } from './mutations.ts';

afterEach(() => void vi.unstubAllGlobals());

it('sends a report of a person', async () => {
  rememberSession('mira');
  const { requests } = fakeBackend({
    'POST /rest/v1/reports': () => new Response(null, { status: 201 }),
  });
  const app = createTestApp();
  const { result } = renderHook(() => useSendReport({ kind: 'person', id: 'id-of-noor' }), {
    wrapper: ({ children }) => <AppProvider app={app}>{children}</AppProvider>,
  });
  await result.current.mutateAsync({ reason: 'impersonation', description: '' });
  expect(await requests[0]?.json()).toEqual({
    reporter_id: 'id-of-mira',
    reported_user_id: 'id-of-noor',
    reason: 'impersonation',
    description: null,
  });
});
