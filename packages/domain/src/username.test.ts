import { describe, expect, it } from 'vitest';
import { USERNAME_MAX_LENGTH, USERNAME_MIN_LENGTH } from './limits.ts';
import { RESERVED_USERNAMES } from './reserved-username.ts';
import { usernameHandle, usernameSchema } from './username.ts';

const refusal = (username: string) => usernameSchema.safeParse(username).error?.issues[0]?.message;

describe('a username', () => {
  it.each(['abc', 'Night.Owl-9_', 'a'.repeat(USERNAME_MAX_LENGTH)])(
    'is accepted: %s',
    (username) => {
      expect(usernameSchema.parse(username)).toBe(username);
    },
  );

  it('is trimmed', () => {
    expect(usernameSchema.parse(' nightowl ')).toBe('nightowl');
  });

  it('has three to thirty characters', () => {
    expect(refusal('a'.repeat(USERNAME_MIN_LENGTH - 1))).toContain('at least 3 characters long');
    expect(refusal('a'.repeat(USERNAME_MAX_LENGTH + 1))).toContain('at most 30 characters');
  });

  it.each(['night owl', 'owl!', 'öwl', 'a/b', 'pаypal'])('is refused: %s', (username) => {
    expect(refusal(username)).toContain('letters, digits, dots, underscores and hyphens');
  });

  it.each(['owl.', '-owl'])(
    'is refused with a dot or hyphen at its end or beginning: %s',
    (username) => {
      expect(refusal(username)).toContain('begin or end with a dot or hyphen');
    },
  );

  it.each(RESERVED_USERNAMES)('is refused in any case when it is reserved: %s', (word) => {
    expect(usernameSchema.safeParse(word.toUpperCase()).success).toBe(false);
  });

  it('is compared in lower case', () => {
    expect(usernameHandle('NightOwl')).toBe('nightowl');
  });
});

it('reserved usernames are listed once, in lower case', () => {
  expect(new Set(RESERVED_USERNAMES.map((word) => word.toLowerCase())).size).toBe(
    RESERVED_USERNAMES.length,
  );
  expect(RESERVED_USERNAMES.filter((word) => word !== word.toLowerCase())).toEqual([]);
});
