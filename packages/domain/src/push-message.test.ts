import { describe, expect, it } from 'vitest';
import type { NotificationKind } from './notification-kind.ts';
import { LOCK_SCREEN_BODIES, pushMessageOf, type PushDelivery } from './push-message.ts';

const like = {
  kind: 'like',
  account: 'account',
  topic: 'like:1',
  actor: 'okra',
  others: 0,
  words: 'Good morning',
  drop: '1',
  comment: null,
  isOwnDrop: true,
  unread: 3,
} as const satisfies PushDelivery;

describe('a push message', () => {
  it.each([
    [0, 'okra liked your voice drop'],
    [1, 'okra and 1 other liked your voice drop'],
    [6, 'okra and 6 others liked your voice drop'],
  ])('names the account and %i others', (others, title) => {
    expect(pushMessageOf({ ...like, others })).toEqual({
      account: 'account',
      title,
      body: 'Good morning',
      tag: 'like:1',
      path: '/voice-drop/1',
      unread: 3,
    });
  });

  it('of a comment opens it, and says whether it is a reply', () => {
    const comment = {
      ...like,
      kind: 'comment',
      comment: '2',
      words: 'x'.repeat(300),
    } as const;
    const message = pushMessageOf(comment);
    expect(message).toMatchObject({
      title: 'okra commented on your voice drop',
      path: '/voice-drop/1?comments=open&comment=2',
    });
    expect(message.body).toBe(`${'x'.repeat(199)}…`);
    expect(pushMessageOf({ ...comment, isOwnDrop: false }).title).toBe(
      'okra replied to your comment',
    );
  });

  it('of a decision opens its statement, and does not say on a locked screen what it is', () => {
    const statement = {
      kind: 'statement',
      account: 'a',
      topic: 'statement',
      actor: null,
      decision: '7',
    } as const;
    expect(pushMessageOf(statement)).toMatchObject({
      title: 'Undertone has decided about something of yours',
      body: 'Open Undertone to read it.',
      path: '/statements/7',
    });
    expect(pushMessageOf({ ...statement, kind: 'outcome' }).path).toBe('/notifications');
  });

  it('of a person opens the profile, and of several the list', () => {
    const follow: PushDelivery = { kind: 'follow', account: 'a', topic: 'follow', actor: 'okra' };
    expect(pushMessageOf(follow).path).toBe('/okra');
    expect(pushMessageOf({ ...follow, others: 2 }).path).toBe('/notifications');
    expect(pushMessageOf({ ...follow, actor: null })).toMatchObject({
      title: 'Unknown User started following you',
      path: '/notifications',
    });
  });

  it('names no words without those of a public drop', () => {
    const bodyOf = (kind: NotificationKind) => pushMessageOf({ ...like, kind, words: null }).body;
    expect(bodyOf('like')).toBe('');
    expect(bodyOf('comment')).toBe(LOCK_SCREEN_BODIES.comment);
    expect(bodyOf('mention')).toBe(LOCK_SCREEN_BODIES.mention);
    expect(bodyOf('drop')).toBe(LOCK_SCREEN_BODIES.drop);
  });

  it('of a comment by voice says its words, or that there is something to listen to', () => {
    const bodyOf = (words: string | null) =>
      pushMessageOf({ ...like, kind: 'comment', words, isVoice: true }).body;
    expect(bodyOf('So true')).toBe('So true');
    expect(bodyOf(null)).toBe('Open Undertone to listen.');
  });

  it.each([
    [null, 'New message'],
    ['okra', 'New message from okra'],
  ])('of a message names %s, has no words and opens the conversation', (actor, title) => {
    const message = {
      kind: 'message',
      account: 'account',
      topic: 'message:1',
      conversation: '1',
      actor,
    } as const satisfies PushDelivery;
    expect(pushMessageOf(message)).toEqual({
      account: 'account',
      title,
      body: 'Open Undertone to read it.',
      tag: 'message:1',
      path: '/messages/1',
    });
    expect(pushMessageOf({ ...message, kind: 'anonymous_message' }).body).toContain('anonymous');
  });
});
