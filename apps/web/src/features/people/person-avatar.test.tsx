import { render, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { AppProvider } from '#app/app-provider.tsx';
import { createTestApp } from '#test/test-app.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { PersonAvatar } from './person-avatar.tsx';

const SIGN = 'POST /storage/v1/object/sign/voice-drops';
const urlOf = (name: string) => `/storage/v1/object/voice-drops/avatars/${name}`;

const signedUrlOf = (name: string) =>
  `/storage/v1/object/sign/voice-drops/avatars/${name}.png?token=t`;

const signed = async (request: Request) => {
  const { paths }: { paths: string[] } = await request.json();
  return json(
    paths.map((path) =>
      path.includes('gone')
        ? {
            error: 'Either the object does not exist or you do not have access to it',
            path,
            signedURL: null,
          }
        : { error: null, path, signedURL: `/object/sign/voice-drops/${path}?token=t` },
    ),
  );
};

/** Renders people by id, each with the avatar URL of their profile. */
const show = (people: Record<string, string | null>, answer: typeof signed = signed) => {
  const { requests } = fakeBackend({ [SIGN]: answer });
  const app = createTestApp();
  app.queryClient.setDefaultOptions({ queries: { retry: false } });
  const { container } = render(
    <AppProvider app={app}>
      {Object.entries(people).map(([id, avatarUrl]) => (
        <PersonAvatar key={id} person={{ userId: id, username: id, avatarUrl }} />
      ))}
    </AppProvider>,
  );
  const sources = () => [...container.querySelectorAll('img')].map(({ src }) => src);
  const drawn = () => container.querySelectorAll('svg').length;
  return { requests, sources, drawn };
};

it('all avatars of a page have their URLs signed in one request', async () => {
  const { requests, sources, drawn } = show({
    ada: urlOf('a.png'),
    ben: urlOf('b.png'),
    ann: urlOf('a.png'),
    mira: null,
  });
  await waitFor(() => expect(sources()).toHaveLength(3));
  expect(sources()).toEqual(
    ['a', 'b', 'a'].map((name) => `http://undertone.test${signedUrlOf(name)}`),
  );
  expect(requests).toHaveLength(1);
  expect(await requests[0]?.json()).toMatchObject({ paths: ['avatars/a.png', 'avatars/b.png'] });
  expect(drawn()).toBe(1);
});

it('an avatar shows a drawn picture for a deleted one, and a profile without a picture sends no request', async () => {
  const { requests, sources, drawn } = show({
    ada: urlOf('gone.png'),
    ben: null,
    mira: 'https://elsewhere.test/a.png',
  });
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(drawn()).toBe(3);
  expect(sources()).toEqual([]);
});

it('an avatar draws a picture when signing the URLs failed, and logs the failure', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const { sources, drawn } = show({ mira: urlOf('a.png') }, async () =>
    json({ message: 'down' }, 500),
  );
  await waitFor(() => expect(log).toHaveBeenCalled());
  expect(drawn()).toBe(1);
  expect(sources()).toEqual([]);
  log.mockRestore();
});

it('an account keeps its picture with another name, and has initials without one', () => {
  const pictureOf = (userId: string, username: string | null) => {
    const { container } = render(
      <AppProvider app={createTestApp()}>
        <PersonAvatar person={{ userId, username, avatarUrl: null }} />
      </AppProvider>,
    );
    return container.querySelector('path')?.getAttribute('d') ?? container.textContent;
  };
  expect(pictureOf('1', 'ada')).toBe(pictureOf('1', 'ben'));
  expect(pictureOf('1', 'ada')).not.toBe(pictureOf('2', 'ada'));
  expect(pictureOf('1', null)).toBe('US');
});
