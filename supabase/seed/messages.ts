import type { Username } from './people.ts';
import type { AnswerName } from './spoken-answers.ts';

/** A message of words, of a clip by its author, or of both. */
export interface DemoMessage {
  readonly by: Username;
  readonly minutesAgo: number;
  readonly content?: string;
  readonly clip?: AnswerName;
}

/** A conversation, which the author of its first message begins. */
export interface DemoConversation {
  readonly with: Username;
  readonly messages: readonly [DemoMessage, ...DemoMessage[]];
  /** Whether the last message has not been read yet. */
  readonly isUnread?: true;
  readonly isAnonymous?: true;
}

const HOURS = 60;

export const messages: readonly DemoConversation[] = [
  {
    with: 'nightbus',
    messages: [
      { by: 'marrow', minutesAgo: 31 * HOURS, content: 'Are you driving tomorrow?' },
      { by: 'nightbus', minutesAgo: 30.8 * HOURS, content: 'Until half past one. Why?' },
      { by: 'marrow', minutesAgo: 30.7 * HOURS, content: 'There will be soup.' },
      { by: 'marrow', minutesAgo: 7 * HOURS, clip: 'lidOn' },
      { by: 'nightbus', minutesAgo: 6.9 * HOURS, clip: 'myHalf' },
      { by: 'marrow', minutesAgo: 6.8 * HOURS, content: 'I have eaten nothing. I have tasted.' },
    ],
  },
  {
    with: 'half_past',
    isUnread: true,
    messages: [
      { by: 'nightbus', minutesAgo: 4 * HOURS, content: 'I come past your corner at ten past.' },
      { by: 'half_past', minutesAgo: 3.9 * HOURS, content: 'I will be there at nine.' },
      { by: 'half_past', minutesAgo: 24, clip: 'earlyAgain' },
    ],
  },
  {
    with: 'nightbus',
    messages: [
      { by: 'tin.can', minutesAgo: 52 * HOURS, content: 'He got on your bus. Did he pay?' },
      { by: 'nightbus', minutesAgo: 51 * HOURS, content: 'He is a pigeon.' },
      { by: 'tin.can', minutesAgo: 50.9 * HOURS, content: 'So, no comment.' },
    ],
  },
  {
    with: 'nightbus',
    isUnread: true,
    messages: [
      {
        by: 'lowtide',
        minutesAgo: 95,
        content: 'The grey glove is mine. Can I fetch it at the harbour tonight?',
      },
    ],
  },
  {
    with: 'nightbus',
    isUnread: true,
    isAnonymous: true,
    messages: [{ by: 'saltlamp', minutesAgo: 160, clip: 'neverRing' }],
  },
];
