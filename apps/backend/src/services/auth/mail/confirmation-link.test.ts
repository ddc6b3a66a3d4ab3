import { describe, expect, it } from 'vitest';
import { confirmationLink } from './confirmation-link.ts';

describe('the link of a mail', () => {
  it.each([
    ['https://site.example/', 'https://site.example/confirm?token_hash=abc&type=signup'],
    [
      'https://site.example/a?b=c#d',
      'https://site.example/confirm?token_hash=abc&type=signup&next=%2Fa%3Fb%3Dc',
    ],
    ['app.example://back?b=c', 'app.example://back?b=c&token_hash=abc&type=signup'],
  ])('for the redirect %s is %s', (target, link) => {
    expect(confirmationLink(target, 'abc', 'signup')).toBe(link);
  });
});
