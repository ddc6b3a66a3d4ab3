import { PNG } from 'pngjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawPicture } from '../../../packages/domain/src/drawn-avatar.ts';
import { drawSleeve } from '../../../packages/domain/src/sleeve.ts';
import { dropId as id, FixedRecords, miraId } from '../_shared/fixtures/fixed-records.ts';
import { RequestError } from '../_shared/request-error.ts';
import { handle } from './handler.ts';
import { rgbColour } from './rgb-colour.ts';

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

interface Asking {
  records?: FixedRecords;
  method?: string;
  hasFeeds?: boolean;
  /** The Authorization header. */
  authorization?: string | undefined;
}

const ask = (search: string, asking: Asking = {}) => {
  const { records = recordsOf(), method = 'GET', hasFeeds = true, authorization } = asking;
  const headers = authorization === undefined ? {} : { authorization };
  const url = `http://undertone.test/preview-image${search}`;
  return handle(new Request(url, { method, headers }), records, hasFeeds);
};

const draw = async (search: string, records?: FixedRecords) => {
  const response = await ask(search, { ...(records && { records }) });
  expect(response.headers.get('content-type')).toBe('image/png');
  return PNG.sync.read(Buffer.from(await response.arrayBuffer()));
};

/** Left, top, right and bottom, pixels. */
type Box = [number, number, number, number];

/** Counts the pixels of a rectangle that are close to a colour. */
const count = (
  { data, width }: PNG,
  [red, green, blue]: [number, number, number],
  [left, top, right, bottom]: Box,
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

/** Whether a pixel has about a colour. */
const hasColour = ({ data, width }: PNG, x: number, y: number, colour: readonly number[]) => {
  const pixel = data.subarray((y * width + x) * 4);
  return colour.every((channel, index) => Math.abs(channel - pixel[index]!) < 12);
};

const ink: [number, number, number] = [244, 236, 223];
const voice: [number, number, number] = [255, 138, 61];

/** The part of a drop's card that has words and waveform, and the part that has the sleeve. */
const words = { left: 64, right: 506 };
const SLEEVE_LEFT = 570;

it('the card of a drop has its title, and its waveform, which grows louder', async () => {
  const image = await draw(`?drop=${id}`);
  expect([image.width, image.height]).toEqual([1200, 630]);
  expect(count(image, ink, [words.left, 80, words.right, 150])).toBeGreaterThan(1_500);
  const quiet = count(image, voice, [words.left, 400, 200, 530]);
  const loud = count(image, voice, [370, 400, words.right, 530]);
  expect(loud).toBeGreaterThan(2 * quiet);
});

it('the card of a drop has its sleeve at the right, as the sleeve alone is drawn', async () => {
  const card = await draw(`?drop=${id}`);
  const sleeve = await draw(`?drop=${id}&size=192`);
  for (const [x, y] of [
    [20, 20],
    [96, 96],
    [150, 60],
    [60, 170],
  ] as const) {
    const at = (y * sleeve.width + x) * 4;
    const scale = 630 / 192;
    const beside = [SLEEVE_LEFT + Math.round(x * scale), Math.round(y * scale)] as const;
    expect(hasColour(card, ...beside, [...sleeve.data.subarray(at, at + 3)])).toBe(true);
  }
});

it('a card has the default picture of a person who has not uploaded one, as a large square for their profile', async () => {
  const [red, green, blue] = rgbColour(drawPicture(miraId).top);
  /** Pixels of the picture's upper half. */
  const ofPicture = async (search: string, hasPicture: boolean) => {
    const image = await draw(search, recordsOf('Night bus', 'mira', hasPicture));
    const place: Box = search.includes('user')
      ? [SLEEVE_LEFT, 0, 1200, 630]
      : [0, 0, SLEEVE_LEFT, 630];
    return count(image, [red, green, blue], place);
  };
  expect(await ofPicture(`?drop=${id}`, false)).toBeGreaterThan(500);
  expect(await ofPicture(`?drop=${id}`, true)).toBe(0);
  expect(await ofPicture('?user=mira', false)).toBeGreaterThan(10_000);
  expect(await ofPicture('?user=mira', true)).toBe(0);
});

describe('a title', () => {
  /** The pixels of a whole card, for comparison with another. */
  const cardOf = async (title: string | null, username?: string) => {
    const { data } = await draw(`?drop=${id}`, recordsOf(title, username));
    return data.toString('base64');
  };

  /** The card of a drop that has no title. */
  let untitled: string;
  beforeAll(async () => {
    untitled = await cardOf(null);
  });

  it.each([
    ['Latin', 'Rain on the window, 3 a.m.'],
    ['Vietnamese', 'Chuyến xe buýt đêm'],
    ['Greek', 'Νυχτερινό λεωφορείο'],
    ['Cyrillic', 'Ночной автобус, її ґанок'],
    ['Latin and Cyrillic', 'Night bus — автобус'],
  ])('is drawn in %s', async (_script, title) => {
    const card = await cardOf(title);
    expect(card).not.toBe(untitled);
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
      expect(await cardOf(title)).toBe(untitled);
    },
  );

  it('is drawn without its emoji', async () => {
    expect(await cardOf('Night bus 🚌 👩🏽‍🎤')).toBe(await cardOf('Night bus'));
  });

  it('is replaced by the whole name, however long, if the drop has none', async () => {
    const image = await draw(`?drop=${id}`, recordsOf(null));
    expect(count(image, ink, [words.left, 80, words.right, 150])).toBeGreaterThan(500);
    const titled = await draw(`?drop=${id}`);
    const wave = (card: PNG) => count(card, voice, [0, 0, SLEEVE_LEFT, 630]);
    expect(wave(image)).toBeGreaterThan(1.3 * wave(titled));
    const long = 'w'.repeat(29);
    expect(await cardOf(null, `${long}w`)).not.toBe(await cardOf(null, `${long}m`));
    const longest = await draw(`?drop=${id}`, recordsOf(null, 'W'.repeat(30)));
    expect(count(longest, ink, [words.right + 1, 0, SLEEVE_LEFT, 630])).toBe(0);
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
    expect((await ask(search, { hasFeeds: false })).status).toBe(404);
    expect((await ask(`${search}&draw=0`)).status).toBe(204);
    expect((await ask(`${search}&draw=0`, { hasFeeds: false })).status).toBe(404);
  },
);

it.each(['?feed=nobody', '?feed=', '?feed=a,b', '?feed=%23snow', '?feed=%23', '?feed=%23a%22b'])(
  'the response to %s is 404, since there is no such feed',
  async (search) => {
    expect((await ask(search)).status).toBe(404);
    expect((await ask(`${search}&draw=0`)).status).toBe(404);
  },
);

describe('a sleeve', () => {
  it.each([96, 192, 512, 1400])('is a square of %i pixels', async (size) => {
    const { width, height } = await draw(`?drop=${id}&size=${size}`);
    expect([width, height]).toEqual([size, size]);
  });

  it('has the ground that the app draws', async () => {
    const waveform = Array.from({ length: 100 }, (_, index) => index);
    const { ground } = drawSleeve({ id, userId: miraId, filter: 'original', waveform });
    expect(hasColour(await draw(`?drop=${id}&size=96`), 1, 48, rgbColour(ground))).toBe(true);
  });

  it.each(['', '0', '97', '1e2', '5120', 'large'])('has no size "%s"', async (size) => {
    const { status, headers } = await ask(`?drop=${id}&size=${size}`);
    expect([status, headers.get('cache-control')]).toEqual([400, 'no-store']);
  });
});

describe.each(['', '&size=96', '&size=96&draw=0'])('the image of a drop (%s)', (search) => {
  const [owner, follower, blocked, other] = ['owner', 'follower', 'blocked', 'other'].map(
    (person) => `Bearer ${person}`,
  );
  const ok = search.includes('draw=0') ? 204 : 200;
  /** Status and caching of the responses to a visitor, the owner, a follower, a blocked person and somebody else. */
  const responses = (listeners: readonly (string | undefined)[]) => {
    const records = new FixedRecords({ listeners });
    return Promise.all(
      [undefined, owner, follower, blocked, other].map(async (authorization) => {
        const { status, headers } = await ask(`?drop=${id}${search}`, { records, authorization });
        expect(status === 404 || headers.get('vary') === 'Authorization').toBe(true);
        return [status, headers.get('cache-control')];
      }),
    );
  };
  const cached = [ok, 'public, max-age=300'];
  const uncached = [ok, 'private, no-store'];
  const missing = [404, 'no-store'];

  it('is cached publicly if the drop is public, and missing for those who are blocked', async () => {
    expect(await responses([undefined, owner, follower, other])).toEqual([
      cached,
      cached,
      cached,
      missing,
      cached,
    ]);
  });

  it('is for followers only, and not cached, if the drop is', async () => {
    expect(await responses([owner, follower])).toEqual([
      missing,
      uncached,
      uncached,
      missing,
      missing,
    ]);
  });

  it('is for the owner only, and not cached, if the drop is private', async () => {
    expect(await responses([owner])).toEqual([missing, uncached, missing, missing, missing]);
  });
});

it('a token that the server refuses is 401', async () => {
  const records = new FixedRecords();
  records.findDrop = async (_id, authorization) => {
    if (authorization === undefined) return null;
    throw new RequestError(401, 'unauthorized', 'The token is not valid.');
  };
  const { status, headers } = await ask(`?drop=${id}`, { records, authorization: 'Bearer old' });
  expect([status, headers.get('cache-control')]).toEqual([401, 'no-store']);
});

it('preview-image takes GET and HEAD only, and browsers may send a token', async () => {
  expect((await ask(`?drop=${id}`, { method: 'HEAD' })).status).toBe(200);
  const preflight = await ask(`?drop=${id}`, { method: 'OPTIONS' });
  expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
  const { status, headers } = await ask(`?drop=${id}`, { method: 'POST' });
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});
