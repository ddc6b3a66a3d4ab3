import { describe, expect, it } from 'vitest';
import { AVATAR_MAX_BYTES, avatarProblem } from './avatar.ts';
import { commentSchema } from './comment.ts';
import { BIO_MAX_LENGTH, COMMENT_MAX_LENGTH } from './limits.ts';
import { profileEditSchema } from './profile.ts';
import { REPORT_REASONS } from './report-reason.ts';
import { reportSchema } from './report.ts';

describe('a comment', () => {
  it('is trimmed', () => {
    expect(commentSchema.parse('\n so true ')).toBe('so true');
  });

  it.each([
    ['refused if it is empty', '', false],
    ['refused if it is blank', ' \n\t ', false],
    ['refused if it shows nothing', '\u200B\u2800', false],
    ['accepted with as many emoji of several code points', '👨‍👩‍👧'.repeat(COMMENT_MAX_LENGTH), true],
    ['accepted at its maximum length', 'a'.repeat(COMMENT_MAX_LENGTH), true],
    ['refused beyond its maximum length', 'a'.repeat(COMMENT_MAX_LENGTH + 1), false],
  ])('is %s', (_what, content, isAccepted) => {
    expect(commentSchema.safeParse(content).success).toBe(isAccepted);
  });
});

describe('a report', () => {
  it('requires one of the eight reasons, and no description', () => {
    expect(REPORT_REASONS).toHaveLength(8);
    for (const { id } of REPORT_REASONS) {
      expect(reportSchema.parse({ reason: id, description: '' }).reason).toBe(id);
    }
    expect(reportSchema.safeParse({ reason: '', description: '' }).success).toBe(false);
  });
});

describe('a profile edit', () => {
  it('keeps a username that is reserved by now, and states why a new one is refused', () => {
    const edit = (username: string) =>
      profileEditSchema('blog').safeParse({ username, bio: 'Up late' });
    expect(edit('blog').success).toBe(true);
    expect(edit('shop').error?.issues[0]?.message).toBe('This username is already taken');
    expect(edit(' nightowl ').data?.username).toBe('nightowl');
  });

  it('accepts a bio of up to 160 characters', () => {
    const edit = (length: number) => ({ username: 'nightowl', bio: 'a'.repeat(length) });
    expect(profileEditSchema().safeParse(edit(BIO_MAX_LENGTH)).success).toBe(true);
    expect(profileEditSchema().safeParse(edit(BIO_MAX_LENGTH + 1)).success).toBe(false);
    const families = { username: 'nightowl', bio: '👨‍👩‍👧'.repeat(BIO_MAX_LENGTH) };
    expect(profileEditSchema().safeParse(families).success).toBe(true);
    expect(profileEditSchema().parse({ username: 'nightowl', bio: '\u200B' }).bio).toBe('');
  });
});

describe('an avatar', () => {
  it('is an image of at most 5 MB', () => {
    expect(avatarProblem({ type: 'image/png', size: AVATAR_MAX_BYTES })).toBeNull();
    expect(avatarProblem({ type: 'image/png', size: AVATAR_MAX_BYTES + 1 })).toBe('too-large');
  });

  it.each(['application/pdf', 'image/svg+xml', ''])('is refused with the type %j', (type) => {
    expect(avatarProblem({ type, size: 1 })).toBe('invalid-type');
  });
});
