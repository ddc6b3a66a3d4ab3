import { expect, it } from 'vitest';
import { enabledProviders } from './sign-in-providers.ts';

it('lists the enabled sign-in providers with their display names', () => {
  const external = {
    google: true,
    github: true,
    twitch: true,
    apple: false,
    email: true,
    phone: true,
  };
  expect(enabledProviders({ external })).toEqual([
    { id: 'google', name: 'Google' },
    { id: 'github', name: 'GitHub' },
    { id: 'twitch', name: 'Twitch' },
  ]);
});

it.each([undefined, null, 'settings', {}, { external: null }, { external: { google: 'yes' } }])(
  'finds no provider in the settings %j',
  (settings) => expect(enabledProviders(settings)).toEqual([]),
);
