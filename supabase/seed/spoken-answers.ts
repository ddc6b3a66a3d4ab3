import type { VoiceFilterId } from '../../packages/domain/src/voice-filter.ts';
import type { Username } from './people.ts';

/** A clip that answers: a voice reply, or a voice message. */
interface SpokenAnswer {
  readonly by: Username;
  readonly filter: VoiceFilterId;
  /** What is said. */
  readonly text: string;
}

/** The demo's voice replies and voice messages, by the names of their clips. */
export const spokenAnswers = {
  heardCello: {
    by: 'velvetstatic',
    filter: 'vintage',
    text: 'I heard the cello once, in the tunnel under the station. I did not want it to stop.',
  },
  heaterOn: {
    by: 'nightbus',
    filter: 'deep',
    text: 'Then she plays. Good. I will keep the heater on for her.',
  },
  onSunday: {
    by: 'saltlamp',
    filter: 'original',
    text: 'Call her on a Sunday. Everybody is softer on a Sunday.',
  },
  lidOn: {
    by: 'marrow',
    filter: 'original',
    text: 'The soup is on the stove. I will leave the lid on. You only have to knock.',
  },
  myHalf: {
    by: 'nightbus',
    filter: 'original',
    text: 'Twenty minutes. Do not eat my half.',
  },
  earlyAgain: {
    by: 'half_past',
    filter: 'vintage',
    text: 'I am at the stop, and I am early. Again. Take your time. Take all of it.',
  },
  neverRing: {
    by: 'saltlamp',
    filter: 'veil',
    text: 'I ride to the last stop, and I never ring, because you always wait. I wanted to say that somebody noticed.',
  },
} as const satisfies Record<string, SpokenAnswer>;

export type AnswerName = keyof typeof spokenAnswers;
