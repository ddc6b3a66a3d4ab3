import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { counted, fakeBackend, json } from '#test/fake-backend.ts';
import { openApp } from '#test/open-page.tsx';
import { rememberSession } from '#test/session.ts';

beforeEach(() => {
  fakeBackend({
    'GET /rest/v1/profiles': () =>
      json({ user_id: 'id-of-mira', username: 'mira', avatar_url: null }),
    'HEAD /rest/v1/notifications': () => counted(0),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  document.cookie = 'sidebar:state=; path=/; max-age=0';
  window.innerWidth = 1024;
  fireEvent(window, new Event('resize'));
});

const linkNames = (container: HTMLElement) =>
  within(container)
    .getAllByRole('link')
    .map((link) => link.getAttribute('aria-label') ?? link.textContent);

async function openAsMember() {
  rememberSession('mira');
  const page = await openApp('/trending');
  return { ...page, main: await screen.findByRole('navigation', { name: 'Main' }) };
}

it('a member’s sidebar links to all pages and to the recorder', async () => {
  const { main } = await openAsMember();
  expect(linkNames(main)).toEqual([
    'Home',
    'Explore',
    'Trending',
    'Messages',
    'Bookmarks',
    'Post Voice Drop',
    'Profile',
    'Settings',
  ]);
  expect(within(main).getByRole('link', { name: 'Post Voice Drop' })).toHaveAttribute(
    'href',
    '/record',
  );
});

it('a visitor’s sidebar links to About, Sign In and Join Now, and there is no bottom bar', async () => {
  await openApp('/someone');
  expect(linkNames(await screen.findByRole('navigation', { name: 'Main' }))).toEqual([
    'About',
    'Sign In',
    'Join Now',
  ]);
  expect(within(screen.getByRole('banner')).getByRole('link', { name: 'Join Now' })).toBeVisible();
  expect(screen.queryByRole('navigation', { name: 'Quick' })).not.toBeInTheDocument();
});

it('a member has the bottom bar', async () => {
  await openAsMember();
  expect(linkNames(screen.getByRole('navigation', { name: 'Quick' }))).toEqual([
    'Home',
    'Explore',
    'Record',
    'Messages',
    'Profile',
  ]);
});

it('the key ? shows the keyboard shortcuts, unless such keys are switched off on this device', async () => {
  await openAsMember();
  await vi.dynamicImportSettled();
  fireEvent.keyDown(document.body, { key: '?', shiftKey: true });
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  localStorage.setItem('undertone:letter-keys', 'off');
  fireEvent.keyDown(document.body, { key: '?', shiftKey: true });
  localStorage.removeItem('undertone:letter-keys');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('the sidebar is collapsed at first, Ctrl+B and Cmd+B toggle it, and a cookie keeps its state', async () => {
  const { main } = await openAsMember();
  const trending = within(main).getByRole('link', { name: 'Trending' });
  expect(trending).toHaveAttribute('aria-label', 'Trending');
  await vi.dynamicImportSettled();
  fireEvent.keyDown(document.body, { key: 'b', ctrlKey: true });
  expect(trending).not.toHaveAttribute('aria-label');
  expect(document.cookie).toContain('sidebar:state=true');
  fireEvent.keyDown(document.body, { key: 'b', metaKey: true });
  expect(trending).toHaveAttribute('aria-label', 'Trending');
  expect(document.cookie).toContain('sidebar:state=false');
});

it('the sidebar is a drawer on a phone, which closes when a link is followed', async () => {
  window.innerWidth = 390;
  const { router } = await openAsMember();
  await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
  const drawer = await screen.findByRole('dialog', { name: 'Undertone' });
  await userEvent.click(within(drawer).getByRole('link', { name: 'Bookmarks' }));
  await waitFor(() => expect(drawer).not.toBeInTheDocument());
  expect(router.state.location.pathname).toBe('/bookmarks');
  expect(document.cookie).not.toContain('sidebar:state');
});

it('the search box searches on /explore', async () => {
  const { router } = await openAsMember();
  await userEvent.type(
    screen.getByPlaceholderText('Search voice drops, users...'),
    ' night radio {Enter}',
  );
  await waitFor(() => expect(router.state.location.pathname).toBe('/explore'));
  expect(router.state.location.search).toEqual({ q: 'night radio' });
});

it('the picture opens the account menu', async () => {
  const { router } = await openAsMember();
  await userEvent.click(screen.getByRole('button', { name: 'Your account' }));
  expect(await screen.findByRole('menuitem', { name: 'View Profile' })).toBeVisible();
  expect(screen.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Settings' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings'));
});

it('the focus moves to main when the page changes', async () => {
  const { main } = await openAsMember();
  await userEvent.click(within(main).getByRole('link', { name: 'Bookmarks' }));
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

it('a first visit on a wide screen explains the sidebar’s button once', async () => {
  const about = { name: 'About the sidebar' };
  const hint = () => screen.findByRole('complementary', about);
  window.innerWidth = 1280;
  await openAsMember();
  expect(await hint()).toHaveTextContent(/Ctrl\+B/);
  await userEvent.click(within(await hint()).getByRole('button', { name: 'Got it' }));
  expect(screen.queryByRole('complementary', about)).not.toBeInTheDocument();
  cleanup();
  await openAsMember();
  await vi.dynamicImportSettled();
  expect(screen.queryByRole('complementary', about)).not.toBeInTheDocument();
});
