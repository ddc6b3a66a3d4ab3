import { describe, expect, it } from 'vitest';
import { REPLACED_WORDS } from './decision-words.ts';
import { mailTextOf, type MailDelivery } from './notification-mail.ts';
import type { DescribedNotification } from './push-message.ts';

const email = 'mira@example.org';

const item = (changes: Partial<DescribedNotification> = {}): DescribedNotification => ({
  kind: 'comment',
  actor: 'okra',
  others: 0,
  words: 'So true',
  drop: '1',
  comment: '2',
  isOwnDrop: true,
  ...changes,
});

const mailOf = (...items: DescribedNotification[]) =>
  mailTextOf({ mail: 'mail-digest', email, token: 'token', items });

describe('a mail', () => {
  it('of one notification names it in the subject, and links to what it is about', () => {
    expect(mailOf(item())).toEqual({
      subject: 'okra commented on your voice drop · Undertone',
      heading: 'A new notification',
      parts: [
        {
          title: 'okra commented on your voice drop',
          words: 'So true',
          path: '/voice-drop/1?comments=open&comment=2',
        },
        { button: 'Open Undertone', path: '/notifications' },
      ],
      stopToken: 'token',
    });
  });

  it('of several says how many, and shows the first twenty', () => {
    const items = Array.from({ length: 23 }, (_, number) => item({ actor: `p${number}` }));
    const { subject, heading, parts } = mailOf(...items);
    expect(subject).toBe('p0 commented on your voice drop, and 22 more · Undertone');
    expect(heading).toBe('23 new notifications');
    expect(parts).toHaveLength(22);
    expect(parts.at(-2)).toEqual({ text: 'And 3 more.' });
  });

  it('has neither words nor titles of what is not public, nor marks that change the direction of text', () => {
    expect(mailOf(item({ words: null })).parts[0]).toMatchObject({
      words: 'Open Undertone to read it.',
    });
    expect(mailOf(item({ words: '\u202ESo \u2066true' })).parts[0]).toMatchObject({
      words: 'So true',
    });
  });

  it('of messages says in how many conversations, without their words', () => {
    const items = ['1', '2'].map((conversation) => ({ kind: 'message' as const, conversation }));
    const mail = mailTextOf({ mail: 'mail-message', email, token: 'token', items });
    expect(mail).toMatchObject({
      subject: 'New messages · Undertone',
      heading: 'New messages in 2 conversations',
      stopToken: 'token',
    });
    expect(mail.parts).toContainEqual({
      title: 'New message',
      words: 'Open Undertone to read it.',
      path: '/messages/2',
    });
    expect(mail.parts.at(-1)).toEqual({ button: 'Open Undertone', path: '/messages' });
  });

  const removed: MailDelivery = {
    mail: 'mail-statement',
    email,
    decision: '7',
    content: 'drop:remove',
    excerpt: 'Cheap\n\nwatches',
    rule: 'spam',
    words: 'Advertising in disguise',
    basis: 'report',
    until: null,
    decidedOn: '2026-11-28',
    appealableUntil: '2027-05-28',
    appeal: null,
  };

  it('of a decision says what, why, under which rule, and how to appeal, and is not stopped', () => {
    expect(mailTextOf(removed)).toEqual({
      subject: 'Undertone removed your voice drop',
      heading: 'Undertone removed your voice drop',
      parts: [
        { text: '28 November 2026: Undertone removed your voice drop.' },
        { text: 'What it is about: “Cheap watches”' },
        { text: 'The rule of the community guidelines: Spam and deceit' },
        { text: 'Advertising in disguise' },
        { text: 'It was reported, and a person of the team has decided.' },
        {
          text: 'If you think that this is wrong, you can appeal until 28 May 2027. Somebody else looks at it where that is possible.',
        },
        { button: 'Open the statement', path: '/statements/7' },
      ],
      stopToken: null,
    });
    const suspended = { ...removed, content: 'person:suspend', until: '2026-12-06T00:00:00+00:00' };
    expect(mailTextOf(suspended)).toMatchObject({
      subject: 'Undertone suspended your account for a time',
      parts: expect.arrayContaining([{ text: 'Until the end of 5 December 2026 (UTC).' }]),
    });
  });

  it('of an appeal begins with the answer', () => {
    const mail = mailTextOf({
      ...removed,
      appeal: { outcome: 'upheld', answer: 'We were wrong', isReplaced: true },
    });
    expect(mail.subject).toBe('Undertone decided for you on your appeal');
    expect(mail.parts.slice(0, 2)).toEqual([{ text: 'We were wrong' }, { text: REPLACED_WORDS }]);
  });

  it.each([
    [
      'drop:acted:spam:2026-11-20',
      'Undertone has acted on the voice drop that you reported on 20 November 2026 (Spam or misleading content)',
    ],
    [
      'person:none:other:2026-11-20',
      'Undertone found nothing against the guidelines in the account that you reported on 20 November 2026 (Other)',
    ],
  ])('of the outcome %s says which report it was, and names nobody', (content, subject) => {
    const mail = mailTextOf({ mail: 'mail-outcome', email, content });
    expect(mail).toMatchObject({ subject, heading: subject, stopToken: null });
  });

  it.each<[string, string]>([
    ['password', 'New sign-in to your Undertone account'],
    ['otp', 'Somebody signed in to your Undertone account with a mailed link'],
  ])('of a sign-in by %s says how, when and where, and is not stopped', (method, subject) => {
    const delivery: MailDelivery = {
      mail: 'mail-sign-in',
      email,
      method,
      userAgent: null,
      at: '2026-11-28T01:50:00Z',
    };
    const mail = mailTextOf(delivery);
    expect([mail.subject, mail.stopToken]).toEqual([subject, null]);
    expect(mail.parts).toContainEqual({ text: 'Device: Unknown device' });
    expect(mail.parts).toContainEqual({ text: 'Time: 28 November 2026 at 01:50 (UTC)' });
  });

  it('of a request to remove a second factor has the link that cancels it, and is not stopped', () => {
    const mail = mailTextOf({
      mail: 'mail-factor',
      about: 'requested',
      email,
      token: 'token',
      at: '2026-11-28T01:50:00Z',
    });
    expect(mail.stopToken).toBeNull();
    expect(mail.parts).toContainEqual({ text: 'Time: 28 November 2026 at 01:50 (UTC)' });
    expect(mail.parts).toContainEqual({
      button: 'Keep my second factor',
      path: '/confirm?token_hash=token&type=keep_factor',
    });
  });

  it('of a download of data says when and where, and is not stopped', () => {
    const at = '2026-11-28T01:50:00Z';
    const mail = mailTextOf({ mail: 'mail-export', email, userAgent: null, at });
    expect([mail.subject, mail.stopToken]).toEqual(['Your Undertone data was downloaded', null]);
    expect(mail.parts).toContainEqual({ text: 'Device: Unknown device' });
    expect(mail.parts).toContainEqual({ text: 'Time: 28 November 2026 at 01:50 (UTC)' });
  });

  it('of an answer has the question, and the way to write again', () => {
    const mail = mailTextOf({
      mail: 'mail-contact',
      email,
      title: 'A worry',
      question: 'Somebody follows me.\n\nWhat now?',
      answer: 'We have looked at it.\nThank you.',
    });
    expect(mail).toMatchObject({ subject: 'Re: A worry', stopToken: null });
    expect(mail.parts.map((part) => 'text' in part && part.text)).toEqual([
      'We have looked at it.',
      'Thank you.',
      'You wrote:',
      '> Somebody follows me.',
      '> What now?',
      'Replies to this mail reach nobody. To write again, use the contact form.',
      false,
    ]);
  });
});
