import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openApp } from '#test/open-page.tsx';
import { rememberSession } from '#test/session.ts';

beforeEach(() => {
  rememberSession('mira');
  fakeIntersection();
  fakeBackend({ ...memberBackend, 'GET /rest/v1/voice_drops': () => json([]) });
});

afterEach(() => vi.unstubAllGlobals());

const box = () => screen.findByPlaceholderText('Search voice drops, users...');

it('the key / focuses the search box and is not typed', async () => {
  await openApp('/trending');
  const field = await box();
  await vi.dynamicImportSettled();
  await userEvent.keyboard('/night{Enter}');
  expect(field).toHaveValue('night');
  expect(await screen.findByRole('heading', { level: 1, name: 'Explore' })).toBeVisible();
});

it('the key / focuses nothing while a person types, or with Ctrl', async () => {
  await openApp('/explore');
  const field = await box();
  const other = await screen.findByRole('searchbox', { name: 'Search by title or username' });
  await userEvent.type(other, 'AC/DC');
  expect(other).toHaveFocus();
  expect(other).toHaveValue('AC/DC');
  other.blur();
  await userEvent.keyboard('{Control>}/{/Control}');
  expect(field).not.toHaveFocus();
});

it('the search box shows the search of Explore, and nothing on other pages', async () => {
  const { router } = await openApp('/explore?q=night');
  const field = await box();
  await waitFor(() => expect(field).toHaveValue('night'));
  await act(() => router.navigate({ to: '/trending' }));
  await waitFor(() => expect(field).toHaveValue(''));
});

it('an empty search shows Explore without a search', async () => {
  const { router } = await openApp('/explore?q=night');
  const field = await box();
  await userEvent.clear(field);
  await userEvent.type(field, '  {Enter}');
  await waitFor(() => expect(router.state.location.href).toBe('/explore'));
});
