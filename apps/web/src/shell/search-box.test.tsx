import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
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
  const other = await screen.findByRole('combobox', { name: 'Search by title or username' });
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

const person = (name: string) => ({ kind: 'person', name, user_id: name, avatar_url: null });
const suggestions = () =>
  json([person('rain.ada'), person('rain.ben'), { kind: 'tag', name: 'rainy', drop_count: 3 }]);

it('suggests people and hashtags for what is typed, and opens the one that is chosen', async () => {
  fakeBackend({
    ...memberBackend,
    'GET /rest/v1/voice_drops': () => json([]),
    'GET /rest/v1/hashtags': () => json({ drop_count: 3 }),
    'GET /rest/v1/rpc/related_tags': () => json([]),
    'POST /rest/v1/rpc/search_suggestions': suggestions,
  });
  const { router } = await openApp('/trending');
  const field = await box();
  await vi.dynamicImportSettled();
  await userEvent.type(field, 'rain');
  const list = await screen.findByRole('listbox', { name: 'Suggestions' });
  expect(field).toHaveRole('combobox');
  expect(field).toHaveAttribute('aria-expanded', 'true');
  expect(field).toHaveAttribute('aria-controls', list.id);
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'rain.ada',
    'rain.ben',
    'rainy3 public voice drops',
  ]);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  const second = screen.getByRole('option', { name: 'rain.ben' });
  expect(second).toHaveAttribute('aria-selected', 'true');
  expect(field).toHaveAttribute('aria-activedescendant', second.id);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(field).toHaveValue('rain');
  expect(field).toHaveAttribute('aria-expanded', 'false');
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  await waitFor(() => expect(router.state.location.href).toBe('/tag/rainy'));
});

it('suggests drops whose titles have what is typed', async () => {
  const { requests } = fakeBackend({
    ...memberBackend,
    'POST /rest/v1/rpc/search_suggestions': suggestions,
    'GET /rest/v1/voice_drops': ({ url }) =>
      json(
        url.includes('words.title=')
          ? [{ id: 'd1', title: 'Spring rain', author: { username: 'okra', is_private: false } }]
          : [],
      ),
  });
  const { router } = await openApp('/trending');
  const field = await box();
  await vi.dynamicImportSettled();
  await userEvent.type(field, 'rain');
  await userEvent.click(await screen.findByRole('option', { name: /^Spring rain/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/voice-drop/d1'));
  const asked = requests.find(({ url }) => url.includes('words.title='));
  expect(new URL(asked!.url).searchParams.get('words.title')).toBe('ilike.%rain%');
});

it('an empty field shows recent searches, which are removed one by one, and never sent', async () => {
  localStorage.removeItem('undertone:searches/mira');
  const { requests } = fakeBackend({
    ...memberBackend,
    'GET /rest/v1/voice_drops': () => json([]),
  });
  const { router } = await openApp('/trending');
  const field = await box();
  await vi.dynamicImportSettled();
  field.focus();
  await vi.dynamicImportSettled();
  for (const words of ['night', 'rain']) {
    await userEvent.clear(field);
    await userEvent.type(field, `${words}{Enter}`);
    await waitFor(() => expect(router.state.location.search).toEqual({ q: words }));
  }
  await userEvent.clear(field);
  const grid = await screen.findByRole('grid', { name: 'Recent searches' });
  const cells = () =>
    within(grid)
      .getAllByRole('gridcell')
      .map((cell) => cell.textContent);
  expect(cells()).toEqual(['rain', '', 'night', '', 'Clear recent searches']);
  await userEvent.click(within(grid).getByRole('gridcell', { name: 'Remove rain' }));
  expect(cells()).toEqual(['night', '', 'Clear recent searches']);
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'night' }));
  field.blur();
  await userEvent.clear(field);
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
  const typed = await Promise.all(
    requests.filter(({ url }) => url.endsWith('search_suggestions')).map((each) => each.json()),
  );
  expect(typed).not.toContainEqual(expect.objectContaining({ typed: '' }));
});

/** A page whose backend suggests at once for `rain`, and for anything else what is answered later. */
async function openWithLateAnswer() {
  const late = Promise.withResolvers<Response>();
  fakeBackend({
    ...memberBackend,
    'GET /rest/v1/voice_drops': () => json([]),
    'POST /rest/v1/rpc/search_suggestions': async (request) => {
      const { typed }: { typed: string } = await request.json();
      return typed === 'rain' ? suggestions() : late.promise;
    },
  });
  await openApp('/trending');
  const field = await box();
  await vi.dynamicImportSettled();
  return { field, late };
}

it('suggestions for other letters cannot be chosen while a response is awaited', async () => {
  const { field, late } = await openWithLateAnswer();
  await userEvent.type(field, 'rain');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(3));
  // What is still right stays.
  await userEvent.type(field, 'y');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'rainy3 public voice drops',
  ]);
  await userEvent.clear(field);
  await userEvent.type(field, 'sno');
  expect(screen.queryByRole('option')).toBeNull();
  await act(async () => late.resolve(json([person('snow')])));
  expect(await screen.findByRole('option', { name: 'snow' })).toBeVisible();
});

it('the active row stays active when a response adds rows before it', async () => {
  const { field, late } = await openWithLateAnswer();
  await userEvent.type(field, 'rain');
  await screen.findByRole('option', { name: 'rain.ben' });
  await userEvent.type(field, '.');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(screen.getByRole('option', { name: 'rain.ben' })).toHaveAttribute('aria-selected', 'true');
  await act(async () =>
    late.resolve(json(['rain.aaron', 'rain.ada', 'rain.ben'].map((name) => person(name)))),
  );
  await screen.findByRole('option', { name: 'rain.aaron' });
  expect(screen.getByRole('option', { name: 'rain.ben' })).toHaveAttribute('aria-selected', 'true');
});

it('choosing a recent search closes the popup, also on Explore, and a chosen suggestion becomes a recent search', async () => {
  localStorage.removeItem('undertone:searches/mira');
  fakeBackend({
    ...memberBackend,
    'GET /rest/v1/voice_drops': () => json([]),
    'GET /rest/v1/hashtags': () => json({ drop_count: 3 }),
    'GET /rest/v1/rpc/related_tags': () => json([]),
    'POST /rest/v1/rpc/search_suggestions': suggestions,
  });
  const { router } = await openApp('/explore');
  const field = await box();
  await vi.dynamicImportSettled();
  await userEvent.type(field, 'rain');
  await userEvent.click(await screen.findByRole('option', { name: /^rainy/ }));
  await waitFor(() => expect(router.state.location.href).toBe('/tag/rainy'));
  expect(field).toHaveValue('');
  await userEvent.click(field);
  await userEvent.click(await screen.findByRole('gridcell', { name: '#rainy' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ q: '#rainy' }));
  await waitFor(() => expect(field).toHaveValue('#rainy'));
  expect(screen.queryByRole('grid')).toBeNull();
});
