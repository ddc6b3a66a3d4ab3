import { describe, expect, it } from 'vitest';
import {
  PASSWORD_MAX_BYTES,
  passwordChangeSchema,
  recoverySchema,
  signInSchema,
  signUpSchema,
  usernameChoiceSchema,
} from './credentials.ts';

const complete = { email: 'owl@example.com', password: 'a long night', username: 'nightowl' };

const refusals = (values: Partial<typeof complete>) =>
  signUpSchema.safeParse({ ...complete, ...values }).error?.issues.map((issue) => issue.message);

describe('the sign-up form', () => {
  it('accepts an email, a password and a username', () => {
    expect(signUpSchema.parse({ ...complete, email: ' owl@example.com ' })).toEqual(complete);
  });

  it.each([
    [{ email: '' }, 'Please fill in all fields'],
    [{ password: '' }, 'Please fill in all fields'],
    [{ username: '' }, 'Please fill in all fields'],
    [{ email: 'owl' }, 'Please enter a valid email address'],
    [{ password: '1234567' }, 'Password must be at least 8 characters long'],
    [{ username: 'ab' }, 'Username must be at least 3 characters long'],
  ])('refuses %j with “%s”', (values, message) => {
    expect(refusals(values)).toEqual([message]);
  });

  it('refuses a password of more bytes than bcrypt reads', () => {
    expect(refusals({ password: 'ü'.repeat(PASSWORD_MAX_BYTES / 2) })).toBeUndefined();
    expect(refusals({ password: 'u\u0308'.repeat(PASSWORD_MAX_BYTES / 2) })).toBeUndefined();
    expect(refusals({ password: 'ü'.repeat(PASSWORD_MAX_BYTES / 2 + 1) })).toHaveLength(1);
    expect(refusals({ password: '夜'.repeat(25) })).toEqual([
      'Password is too long: at most 72 letters, fewer with accents, emoji or Chinese',
    ]);
  });
});

describe('the sign-in form', () => {
  it('accepts a password that would be too short for a new account', () => {
    expect(signInSchema.safeParse({ email: complete.email, password: 'old' }).success).toBe(true);
  });

  it('requires both fields', () => {
    const { error } = signInSchema.safeParse({ email: '', password: '' });
    expect(error?.issues.map((issue) => issue.message)).toEqual([
      'Please fill in all fields',
      'Please fill in all fields',
    ]);
  });
});

describe('a form with a single field', () => {
  it('applies the rules of a sign-up', () => {
    expect(recoverySchema.parse({ email: ' owl@example.com ' })).toEqual({
      email: 'owl@example.com',
    });
    expect(recoverySchema.safeParse({ email: 'owl' }).success).toBe(false);
    expect(passwordChangeSchema.safeParse({ password: '1234567' }).success).toBe(false);
    expect(usernameChoiceSchema.safeParse({ username: 'settings' }).success).toBe(false);
  });
});
