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

describe('signing up', () => {
  it('takes an email, a password and a username', () => {
    expect(signUpSchema.parse({ ...complete, email: ' owl@example.com ' })).toEqual(complete);
  });

  it.each(['email', 'password', 'username'] as const)('needs the %s', (field) => {
    expect(refusals({ [field]: '' })).toEqual(['Please fill in all fields']);
  });

  it('refuses what is no email address', () => {
    expect(refusals({ email: 'owl' })).toEqual(['Please enter a valid email address']);
  });

  it('refuses a short password', () => {
    expect(refusals({ password: '1234567' })).toEqual([
      'Password must be at least 8 characters long',
    ]);
  });

  it('refuses a password that bcrypt would cut, counting bytes', () => {
    expect(refusals({ password: 'ü'.repeat(PASSWORD_MAX_BYTES / 2) })).toBeUndefined();
    expect(refusals({ password: 'ü'.repeat(PASSWORD_MAX_BYTES / 2 + 1) })).toHaveLength(1);
  });

  it('refuses a username that breaks the rules', () => {
    expect(refusals({ username: 'ab' })).toEqual(['Username must be at least 3 characters long']);
  });
});

describe('signing in', () => {
  it('takes a password that would be too short for a new account', () => {
    expect(signInSchema.safeParse({ email: complete.email, password: 'old' }).success).toBe(true);
  });

  it('needs both fields', () => {
    const { error } = signInSchema.safeParse({ email: '', password: '' });
    expect(error?.issues.map((issue) => issue.message)).toEqual([
      'Please fill in all fields',
      'Please fill in all fields',
    ]);
  });
});

describe('what is asked for alone', () => {
  it('is held to the same rules as in a sign-up', () => {
    expect(recoverySchema.parse({ email: ' owl@example.com ' })).toEqual({
      email: 'owl@example.com',
    });
    expect(recoverySchema.safeParse({ email: 'owl' }).success).toBe(false);
    expect(passwordChangeSchema.safeParse({ password: '1234567' }).success).toBe(false);
    expect(usernameChoiceSchema.safeParse({ username: 'settings' }).success).toBe(false);
  });
});
