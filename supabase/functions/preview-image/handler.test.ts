import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { drawPicture } from '../../../packages/domain/src/drawn-avatar.ts';
import { dropId as id, FixedRecords } from '../_shared/fixtures/fixed-records.ts';
import { handle } from './handler.ts';

const recordsOf = (title: string | null = 'Night bus', username = 'mira', hasPicture = false) =>
  new FixedRecords({
    drop: {
      title,
      waveform: Array.from({ length: 100 }, (_, index) => index),
      author: { username, hasPicture },
    },
    profile: { hasPicture },
    // Mira and #rain have feeds.
    rows: ({ query }) => {
      if (query.handle === 'eq.mira' && query.allow_downloads === 'is.true') {
        return [{ user_id: '1', username: 'Mira' }];
      }
      const hasDrop = query['words.hashtags'] === 'cs.{"rain"}';
      return hasDrop ? [{ id, created_at: '2026-11-22T10:00:00+00:00' }] : [];
    },
  });

const ask = (search: string, records = recordsOf(), method = 'GET', hasFeeds = true) =>
  handle(
    new Request(`http://undertone.test/preview-image${search}`, { method }),
    records,
    hasFeeds,
  );

const draw = async (search: string, records?: FixedRecords) => {
  const response = await ask(search, records);
  expect(response.headers.get('content-type')).toBe('image/png');
  return PNG.sync.read(Buffer.from(await response.arrayBuffer()));
};

/** Counts the pixels of a rectangle that are close to a colour. */
const count = (
  { data, width }: PNG,
  [red, green, blue]: [number, number, number],
  [left, top, right, bottom]: [number, number, number, number],
) => {
  let pixels = 0;
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const at = (y * width + x) * 4;
      const distance = Math.hypot(data[at]! - red, data[at + 1]! - green, data[at + 2]! - blue);
      if (distance < 40) pixels += 1;
    }
  }
  return pixels;
};

/** Whether a colour has a hue, within 20 degrees. */
const hasHue = (red: number, green: number, blue: number, hue: number): boolean => {
  const angle = Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue);
  const difference = Math.abs((((angle * 180) / Math.PI - hue + 540) % 360) - 180);
  const colourful = Math.max(red, green, blue) - Math.min(red, green, blue);
  return colourful > 30 && difference < 20;
};

const ink: [number, number, number] = [244, 236, 223];
const voice: [number, number, number] = [255, 138, 61];

it('the card of a drop has its title, and its waveform, which grows louder', async () => {
  const image = await draw(`?drop=${id}`);
  expect([image.width, image.height]).toEqual([1200, 630]);
  expect(count(image, ink, [84, 80, 1116, 170])).toBeGreaterThan(2_000);
  const quiet = count(image, voice, [84, 340, 400, 520]);
  const loud = count(image, voice, [800, 340, 1116, 520]);
  expect(loud).toBeGreaterThan(2 * quiet);
});

it('a card has the default picture of a person who has not uploaded one, large on their profile', async () => {
  const { hue } = drawPicture('mira');
  /** Whether a pixel has the picture's background colour. */
  const isOfPicture = ({ data, width }: PNG, x: number, y: number) => {
    const [red, green, blue] = data.subarray((y * width + x) * 4);
    return hasHue(red!, green!, blue!, hue);
  };
  expect(isOfPicture(await draw(`?drop=${id}`), 114, 175)).toBe(true);
  expect(
    isOfPicture(await draw(`?drop=${id}`, recordsOf('Night bus', 'mira', true)), 114, 175),
  ).toBe(false);
  expect(isOfPicture(await draw('?user=mira'), 199, 310)).toBe(true);
  expect(isOfPicture(await draw('?user=mira', recordsOf(null, 'mira', true)), 199, 310)).toBe(
    false,
  );
});

it('a long title stays within two lines and within the card', async () => {
  const image = await draw(`?drop=${id}`, recordsOf('W'.repeat(50)));
  expect(count(image, ink, [1117, 0, 1200, 300])).toBe(0);
  expect(count(image, ink, [84, 80, 1116, 160])).toBeGreaterThan(2_000);
});

describe('a title', () => {
  /** The pixels of a whole card, for comparison with another. */
  const cardOf = async (title: string | null, username?: string) => {
    const { data } = await draw(`?drop=${id}`, recordsOf(title, username));
    return data.toString('base64');
  };

  it.each([
    ['Latin', 'Rain on the window, 3 a.m.'],
    ['Vietnamese', 'Chuyến xe buýt đêm'],
    ['Greek', 'Νυχτερινό λεωφορείο'],
    ['Cyrillic', 'Ночной автобус, її ґанок'],
    ['Latin and Cyrillic', 'Night bus — автобус'],
  ])('is drawn in %s', async (_script, title) => {
    const card = await cardOf(title);
    expect(card).not.toBe(await cardOf(null));
    // Both its first and its last letter are drawn.
    expect(card).not.toBe(await cardOf(title.slice(0, -1)));
    expect(card).not.toBe(await cardOf(title.slice(1)));
  });

  it.each([
    ['Arabic', 'حافلة الليل'],
    ['Hebrew', 'אוטובוס לילה'],
    ['Chinese', '夜行巴士'],
    ['Japanese', '夜行バスの歌'],
    ['Korean', '심야 버스'],
    ['Latin and Japanese', 'Night bus 夜行バス'],
    ['pictures alone', '🚌🌙 👩‍🎤'],
  ])(
    'is left out in %s, where the card has the name and a larger waveform',
    async (_script, title) => {
      expect(await cardOf(title)).toBe(await cardOf(null));
    },
  );

  it('is drawn without its emoji', async () => {
    expect(await cardOf('Night bus 🚌 👩🏽‍🎤')).toBe(await cardOf('Night bus'));
  });

  it('is replaced by the whole name, however long, if the drop has none', async () => {
    const image = await draw(`?drop=${id}`, recordsOf(null));
    expect(count(image, ink, [84, 80, 1116, 170])).toBeGreaterThan(2_000);
    const titled = await draw(`?drop=${id}`);
    expect(count(image, voice, [0, 0, 1200, 630])).toBeGreaterThan(
      1.3 * count(titled, voice, [0, 0, 1200, 630]),
    );
    const long = 'w'.repeat(29);
    expect(await cardOf(null, `${long}w`)).not.toBe(await cardOf(null, `${long}m`));
    const longest = await draw(`?drop=${id}`, recordsOf(null, 'W'.repeat(30)));
    expect(count(longest, ink, [1117, 0, 1200, 300])).toBe(0);
  });
});

it.each(['?user=mira', ''])('the card for "%s" has no waveform', async (search) => {
  const image = await draw(search);
  expect(count(image, ink, [84, 80, 1116, 170])).toBeGreaterThan(1_000);
  expect(count(image, voice, [0, 0, 1200, 630])).toBe(0);
});

it.each([
  '?drop=00000000-0000-4000-8000-000000000000',
  '?drop=eq.1',
  '?drop=',
  '?user=nobody',
  '?user=a,b',
])(
  'the response to %s is 404 and is not cached, since a drop may become public',
  async (search) => {
    const { status, headers } = await ask(search);
    expect([status, headers.get('cache-control')]).toEqual([404, 'no-store']);
  },
);

it.each(['?feed=Mira', '?feed=%23rain'])(
  'the image for %s is a square of a size that podcast directories accept',
  async (search) => {
    const { width, height } = await draw(search);
    expect([width, height]).toEqual([1400, 1400]);
    expect((await ask(search, recordsOf(), 'GET', false)).status).toBe(404);
    expect((await ask(`${search}&draw=0`)).status).toBe(204);
    expect((await ask(`${search}&draw=0`, recordsOf(), 'GET', false)).status).toBe(404);
  },
);

it.each(['?feed=nobody', '?feed=', '?feed=a,b', '?feed=%23snow', '?feed=%23', '?feed=%23a%22b'])(
  'the response to %s is 404, since there is no such feed',
  async (search) => {
    expect((await ask(search)).status).toBe(404);
    expect((await ask(`${search}&draw=0`)).status).toBe(404);
  },
);

it('preview-image takes GET and HEAD only', async () => {
  expect((await ask(`?drop=${id}`, recordsOf(), 'HEAD')).status).toBe(200);
  const { status, headers } = await ask(`?drop=${id}`, recordsOf(), 'POST');
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});
