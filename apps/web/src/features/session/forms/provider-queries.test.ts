import { expect, it } from 'vitest';
import { providersOf } from './provider-queries.ts';

it('lists the third parties that are switched on, by their names', () => {
  const external = {
    google: true,
    github: true,
    twitch: true,
    apple: false,
    email: true,
    phone: true,
  };
  expect(providersOf({ external })).toEqual([
    { id: 'google', name: 'Google' },
    { id: 'github', name: 'GitHub' },
    { id: 'twitch', name: 'Twitch' },
  ]);
});

it.each([undefined, null, 'settings', {}, { external: null }, { external: { google: 'yes' } }])(
  'finds none in %j',
  (settings) => expect(providersOf(settings)).toEqual([]),
);
