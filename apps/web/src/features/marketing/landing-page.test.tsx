import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LandingPage } from './landing-page.tsx';

const play = vi.fn<(source: string) => Promise<void>>();
const pause = vi.fn<() => void>();

beforeEach(() => {
  play.mockReset().mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function played(
    this: HTMLMediaElement,
  ) {
    return play(new URL(this.src).pathname);
  });
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(pause);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const open = () => render(<LandingPage />);

it('links to sign-up for new visitors, and to login for members', () => {
  open();
  expect(screen.getByRole('link', { name: 'get started' })).toHaveAttribute(
    'href',
    '/auth?tab=sign-up',
  );
  expect(screen.getByRole('link', { name: 'listen first' })).toHaveAttribute('href', '/feed');
  const header = within(screen.getByRole('banner'));
  expect(header.getByText('log in').closest('a')).toHaveAttribute('href', '/auth');
  expect(header.getByRole('link', { name: 'about' })).toHaveAttribute('href', '/about');
  expect(header.getByText('Join')).toBeInTheDocument();
});

it('plays one sample at a time, and stops it on a second press', async () => {
  open();
  await userEvent.click(screen.getByRole('button', { name: 'Play Mum, the plant is alive' }));
  expect(play).toHaveBeenLastCalledWith('/samples/chipmunk.mp3');
  await userEvent.click(screen.getByRole('button', { name: 'Play I still put two cups out' }));
  expect(play).toHaveBeenLastCalledWith('/samples/veil.mp3');
  expect(screen.getAllByRole('button', { name: /^Stop/ })).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Stop I still put two cups out' }));
  expect(screen.queryByRole('button', { name: /^Stop/ })).not.toBeInTheDocument();
  expect(play).toHaveBeenCalledTimes(2);
});

it('resets the card when its sample cannot be played', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  play.mockRejectedValue(new DOMException('', 'NotSupportedError'));
  open();
  await userEvent.click(screen.getByRole('button', { name: 'Play Mum, the plant is alive' }));
  expect(await screen.findByRole('button', { name: 'Play Mum, the plant is alive' })).toBeVisible();
  expect(log).toHaveBeenCalledOnce();
});

it('has no footer inside a native app', () => {
  vi.stubGlobal('Capacitor', {});
  open();
  expect(screen.queryByRole('contentinfo')).not.toBeInTheDocument();
});
