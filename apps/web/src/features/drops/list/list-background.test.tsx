import { screen, waitFor } from '@testing-library/react';
import { LIST_PAGE_SIZE } from '@undertone/domain/limits';
import { beforeEach, expect, it, vi } from 'vitest';
import { dropRow } from '#test/drop-rows.ts';
import { fakeBackend, json } from '#test/fake-backend.ts';
import { fakeIntersection } from '#test/fake-intersection.ts';
import { fakeLayout, ROW } from '#test/fake-layout.ts';
import { memberBackend } from '#test/member-backend.ts';
import { openPage, reloadPage } from '#test/open-page.tsx';
import { rememberSession } from '#test/session.ts';

const DROPS = 'GET /rest/v1/voice_drops';
const GAP = 14;

/** Opens a feed of `count` drops at its page after the first, with drop 25 as the first on the screen. */
async function openFarDown(count: number) {
  // No other test has these names: the heights of rows are remembered for the whole worker.
  const names = Array.from({ length: count }, (_, index) => `far-${index}`);
  const starts: (string | undefined)[] = [];
  fakeBackend({
    ...memberBackend,
    [DROPS]: ({ url }) => {
      const start = /id\.lt\."([^"]+)"/.exec(new URL(url).searchParams.get('or') ?? '')?.[1];
      starts.push(start);
      const rest = start === undefined ? names : names.slice(names.indexOf(start) + 1);
      return json(rest.slice(0, LIST_PAGE_SIZE).map((name) => dropRow(name)));
    },
  });
  await openPage('/app');
  await screen.findByRole('article', { name: 'Title far-0' });
  // Its code, which arrives later, has that of the place in the list with it.
  await screen.findByRole('button', { name: 'Play all' });
  comeIntoSight();
  await waitFor(() => expect(starts).toHaveLength(2));
  layout.scrollTo(25 * (ROW + GAP) + 40);
  await screen.findByRole('article', { name: 'Title far-25' });
  starts.length = 0;
  const reload = async () => {
    const reloaded = reloadPage();
    vi.stubGlobal('scrollY', 0);
    await reloaded;
    await screen.findAllByRole('article');
  };
  return { names, starts, reload };
}

const topOf = (name: string) =>
  screen
    .getByRole('article', { name: `Title ${name}` })
    .closest('[data-key]')
    ?.getBoundingClientRect().top;

let layout: ReturnType<typeof fakeLayout>;
let comeIntoSight: () => void;

beforeEach(() => {
  rememberSession('mira');
  layout = fakeLayout();
  comeIntoSight = fakeIntersection();
});

it('a reload reads the pages down to the drop that was the first on the screen, and scrolls to its place', async () => {
  const { starts, reload } = await openFarDown(100);
  const before = topOf('far-25');
  await reload();
  await screen.findByRole('article', { name: 'Title far-25' });
  await waitFor(() => expect(topOf('far-25')).toBe(before));
  expect(starts, 'no page is read that is not needed').toEqual([undefined, 'far-19']);
});

it('a reload comes back to the nearest drop when that one is gone', async () => {
  const { names, reload } = await openFarDown(100);
  const before = topOf('far-25');
  names.splice(25, 1);
  await reload();
  await screen.findByRole('article', { name: 'Title far-24' });
  await waitFor(() => expect(topOf('far-24')).toBe(before));
});

it('a new visit of the page begins at its top', async () => {
  const { starts, reload } = await openFarDown(100);
  history.replaceState(null, '');
  await reload();
  await vi.dynamicImportSettled();
  expect(starts).toEqual([undefined]);
  expect(layout.scrollBy).not.toHaveBeenCalled();
});
