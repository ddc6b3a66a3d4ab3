import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { rememberSession } from '#test/session.ts';
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

const open = () => render(<LandingPage />);

it('a visitor finds links to sign up, listen and log in', () => {
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

it('a member finds links to the feed and the recorder instead', () => {
  rememberSession('mira');
  open();
  expect(screen.getByRole('link', { name: 'go to your feed' })).toHaveAttribute('href', '/app');
  expect(screen.getByRole('link', { name: 'record' })).toHaveAttribute('href', '/record');
  const header = within(screen.getByRole('banner'));
  expect(header.getByText('your feed').closest('a')).toHaveAttribute('href', '/app');
  expect(screen.queryByText('log in')).not.toBeInTheDocument();
  expect(screen.queryByText('get started')).not.toBeInTheDocument();
});

it('a phone shows one sample, between the buttons and the note', async () => {
  window.innerWidth = 390;
  open();
  const [first, ...others] = screen.getAllByRole('button', { name: /^Play / });
  expect(others).toEqual([]);
  await userEvent.click(first!);
  expect(play).toHaveBeenLastCalledWith('/samples/veil.mp3');
  const listen = screen.getByRole('link', { name: 'listen first' });
  const following = Node.DOCUMENT_POSITION_FOLLOWING;
  expect(listen.compareDocumentPosition(first!)).toBe(following);
  expect(first!.compareDocumentPosition(screen.getByText(/^Until you post it/))).toBe(following);
});

it('one sample plays at a time, and stops on a second press', async () => {
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

it('a sample is played without its mask, and with it again', async () => {
  open();
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  await press('Without mask: I told them I quit. I was fired');
  expect(play).toHaveBeenLastCalledWith('/samples/robot-original.mp3');
  expect(
    screen.getByRole('button', { name: 'Stop I told them I quit. I was fired' }),
  ).toBeVisible();
  await press('With mask: I told them I quit. I was fired');
  expect(play).toHaveBeenLastCalledWith('/samples/robot.mp3');
});

it('a card is reset when its sample cannot be played', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  play.mockRejectedValue(new DOMException('', 'NotSupportedError'));
  open();
  await userEvent.click(screen.getByRole('button', { name: 'Play Mum, the plant is alive' }));
  expect(await screen.findByRole('button', { name: 'Play Mum, the plant is alive' })).toBeVisible();
  expect(log).toHaveBeenCalledOnce();
});

it('a native app shows the page without a footer', () => {
  vi.stubGlobal('Capacitor', {});
  open();
  expect(screen.queryByRole('contentinfo')).not.toBeInTheDocument();
});
