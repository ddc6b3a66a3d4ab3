import type { DropName } from './drops.ts';
import type { AnswerName } from './spoken-answers.ts';
import type { Username } from './people.ts';

/** A comment and its replies. */
export interface DemoComment {
  readonly by: Username;
  /** Empty for a comment that is only a clip. */
  readonly content: string;
  readonly clip?: AnswerName;
  /** Minutes after the drop, or after the comment that this one replies to. */
  readonly after: number;
  readonly likedBy?: readonly Username[];
  readonly replies?: readonly DemoComment[];
}

/** The comments of each drop, in order. */
export const conversations: Partial<Record<DropName, readonly DemoComment[]>> = {
  twoPigeons: [
    { by: 'half_past', content: 'Names. We need names.', after: 4, likedBy: ['okra', 'nightbus'] },
    { by: 'nightbus', content: 'They get on at the harbour and never pay.', after: 9 },
  ],
  hotList: [
    { by: 'saltlamp', content: 'Put your wrists under the cold tap. Item eleven.', after: 8 },
    {
      by: 'lowtide',
      content: '@nightbus runs with the windows open, you could ride until it cools down.',
      after: 14,
    },
  ],
  numbers: [
    { by: 'unit7', content: 'It is your uncle. I checked.', after: 11, likedBy: ['half_past'] },
    { by: 'tin.can', content: 'Seven, seven, four. That is my old door code.', after: 20 },
  ],
  pigeon: [
    {
      by: 'nightbus',
      content: 'Same pigeon?',
      after: 6,
      likedBy: ['half_past', 'okra', 'tin.can'],
      replies: [
        { by: 'tin.can', content: 'He will not confirm.', after: 3, likedBy: ['nightbus', 'okra'] },
        { by: 'half_past', content: 'He has the same walk.', after: 12 },
      ],
    },
  ],
  regulars: [
    {
      by: 'marrow',
      content: 'The woman with the cello case. I think about her too.',
      after: 16,
      likedBy: ['nightbus', 'half_past', 'velvetstatic'],
      replies: [
        {
          by: 'nightbus',
          content: 'She was back on Tuesday. No cello.',
          after: 25,
          likedBy: ['marrow', 'half_past'],
        },
        { by: 'marrow', content: 'Then I hope she sold it and did not lose it.', after: 33 },
        {
          by: 'velvetstatic',
          content: '',
          clip: 'heardCello',
          after: 61,
          likedBy: ['marrow', 'nightbus'],
        },
        { by: 'nightbus', content: '', clip: 'heaterOn', after: 74, likedBy: ['marrow'] },
      ],
    },
    {
      by: 'half_past',
      content: 'You make the last bus sound like a ship.',
      after: 41,
      likedBy: ['nightbus', 'marrow', 'lowtide', 'quiet.hours'],
    },
    { by: 'quiet.hours', content: 'I am the one asleep by the second door. Hello.', after: 96 },
    { by: 'attic_fan', content: 'Does the 14 still go past the river?', after: 119 },
  ],
  smallTalk: [
    { by: 'okra', content: 'Weather was a strong opening.', after: 31, likedBy: ['unit7'] },
    {
      by: 'nightbus',
      content: 'Passengers do worse every night. Keep going.',
      after: 44,
      likedBy: ['unit7', 'okra'],
      replies: [{ by: 'unit7', content: 'Thank you, driver. Attempt ten is planned.', after: 2 }],
    },
  ],
  dial: [
    { by: 'half_past', content: 'I fell asleep to this and dreamt of ships.', after: 70 },
    {
      by: 'saltlamp',
      content: 'At 0:31, is that rain or the tape?',
      after: 95,
      replies: [{ by: 'velvetstatic', content: 'Rain. The tape is quieter than that.', after: 19 }],
    },
  ],
  sister: [
    {
      by: 'okra',
      content: 'Tell her. Or tell us again until you can.',
      after: 22,
      likedBy: ['marrow', 'saltlamp', 'nightbus', 'lowtide'],
      replies: [
        { by: 'marrow', content: 'I have her number on the fridge.', after: 30, likedBy: ['okra'] },
        {
          by: 'saltlamp',
          content: '@marrow we will sit with you while it rings.',
          after: 41,
          likedBy: ['marrow'],
        },
      ],
    },
    { by: 'nightbus', content: 'I had to stop the bus for this one.', after: 88 },
    { by: 'saltlamp', content: 'Try this:', clip: 'onSunday', after: 104, likedBy: ['marrow'] },
    { by: 'quiet.hours', content: 'My sister found out from a letter. Call.', after: 130 },
  ],
  corridor: [
    { by: 'marrow', content: 'I know that hum. It stays in your coat.', after: 52 },
    {
      by: 'nightbus',
      content: 'I drop your day shift off at six. They talk about you kindly.',
      after: 75,
    },
  ],
  glove: [
    { by: 'tin.can', content: 'Left or right? Asking for a pigeon.', after: 13, likedBy: ['okra'] },
    {
      by: 'lowtide',
      content: 'Grey, with a hole in the thumb? Mine.',
      after: 210,
      replies: [
        {
          by: 'nightbus',
          content: 'It rides with me until you get on.',
          after: 18,
          likedBy: ['lowtide'],
        },
      ],
    },
  ],
  early: [
    {
      by: 'velvetstatic',
      content: 'Ask @nightbus, who has waited for you twice.',
      after: 64,
      likedBy: ['nightbus'],
    },
    { by: 'saltlamp', content: 'Being early is a way of being alone first.', after: 140 },
  ],
  kettle: [{ by: 'marrow', content: 'Take them off. Then sleep.', after: 7 }],
  tomatoes: [
    {
      by: 'velvetstatic',
      content: 'They are listening.',
      after: 33,
      likedBy: ['okra', 'saltlamp'],
    },
  ],
  ferries: [
    { by: 'okra', content: 'I lost count at nine and did not mind.', after: 120 },
    {
      by: 'half_past',
      content: '@nightbus and @lowtide should swap jobs for a night.',
      after: 300,
    },
  ],
  tape: [
    {
      by: 'half_past',
      content: 'That hiss is a whole decade.',
      after: 48,
      likedBy: ['velvetstatic'],
    },
    { by: 'marrow', content: 'Somebody laughs at the end. Who is it?', after: 260 },
  ],
  barley: [
    { by: 'okra', content: 'Bay leaf, or is that me?', after: 90 },
    { by: 'quiet.hours', content: 'I ate it standing up at five. It held me.', after: 600 },
  ],
  stops: [
    {
      by: 'tin.can',
      content: '“Next stop: somewhere you said you would never live.” Framing this.',
      after: 35,
      likedBy: ['nightbus', 'half_past', 'marrow', 'velvetstatic'],
    },
    { by: 'unit7', content: 'I have updated my map.', after: 410 },
  ],
  captcha: [
    { by: 'tin.can', content: 'Suspicious thing to say.', after: 12, likedBy: ['half_past'] },
    { by: 'okra', content: 'Proud of you, unit.', after: 55, likedBy: ['unit7', 'saltlamp'] },
  ],
  rain: [
    { by: 'saltlamp', content: 'Played it twice with the lights off.', after: 500 },
    { by: 'velvetstatic', content: 'Do you hear the second rhythm under it?', after: 900 },
  ],
  voicemail: [{ by: 'nightbus', content: 'Keep it full.', after: 15, likedBy: ['marrow'] }],
  escalator: [{ by: 'half_past', content: 'Up or down? It matters.', after: 180 }],
  tenSeconds: [
    { by: 'lowtide', content: 'You waited for me once. February. Thank you.', after: 2880 },
    {
      by: 'okra',
      content: 'Ten seconds is a long time to be kind.',
      after: 3100,
      likedBy: ['nightbus'],
    },
  ],
  evening: [{ by: 'marrow', content: 'Mine was the smell of the stairwell.', after: 65 }],
};
