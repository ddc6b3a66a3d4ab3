import type { VoiceFilterId } from '../../packages/domain/src/voice-filter.ts';

interface DemoDrop {
  readonly title: string;
  readonly hashtags: readonly string[];
  readonly filter: VoiceFilterId;
  readonly seconds: number;
  /** How long ago it was posted, hours. */
  readonly hoursAgo: number;
  readonly comments?: readonly { readonly by: string; readonly content: string }[];
}

interface Persona {
  readonly username: string;
  readonly bio: string;
  /** Of the voice, Hz. */
  readonly pitch: number;
  readonly follows: readonly string[];
  readonly drops: readonly DemoDrop[];
}

/** The people of the demo. All of them sign in with the password that `demo.ts` prints. */
export const personas: readonly Persona[] = [
  {
    username: 'nightbus',
    bio: 'Last stop, every night. I talk so I stay awake.',
    pitch: 96,
    follows: ['marrow', 'tin.can', 'half_past'],
    drops: [
      {
        title: 'The 2 a.m. regulars #night #work',
        hashtags: ['night', 'work'],
        filter: 'deep',
        seconds: 34,
        hoursAgo: 2,
        comments: [
          { by: 'marrow', content: 'The woman with the cello case. I think about her too.' },
          { by: 'half_past', content: 'You make the last bus sound like a ship.' },
        ],
      },
      {
        title: 'Rain on the depot roof',
        hashtags: [],
        filter: 'original',
        seconds: 21,
        hoursAgo: 53,
      },
    ],
  },
  {
    username: 'marrow',
    bio: 'Soup, grief, and other slow things.',
    pitch: 188,
    follows: ['nightbus', 'okra', 'velvetstatic'],
    drops: [
      {
        title: 'What I never told my sister #confession',
        hashtags: ['confession'],
        filter: 'echo',
        seconds: 47,
        hoursAgo: 5,
        comments: [{ by: 'okra', content: 'Tell her. Or tell us again until you can.' }],
      },
    ],
  },
  {
    username: 'tin.can',
    bio: 'Two cans and a string.',
    pitch: 124,
    follows: ['nightbus', 'saltlamp'],
    drops: [
      {
        title: 'Breaking: the pigeon is back #news #pigeon',
        hashtags: ['news', 'pigeon'],
        filter: 'megaphone',
        seconds: 12,
        hoursAgo: 1,
        comments: [{ by: 'nightbus', content: 'Same pigeon?' }],
      },
      {
        title: 'Announcement nobody asked for',
        hashtags: [],
        filter: 'megaphone',
        seconds: 9,
        hoursAgo: 80,
      },
    ],
  },
  {
    username: 'half_past',
    bio: 'Half past what? Exactly.',
    pitch: 142,
    follows: ['nightbus', 'marrow', 'tin.can', 'okra'],
    drops: [
      {
        title: 'I have been early my whole life #late',
        hashtags: ['late'],
        filter: 'vintage',
        seconds: 28,
        hoursAgo: 9,
      },
    ],
  },
  {
    username: 'okra',
    bio: 'Grows things, mostly patience.',
    pitch: 205,
    follows: ['marrow', 'saltlamp'],
    drops: [
      {
        title: 'Talking to the tomatoes #garden #morning',
        hashtags: ['garden', 'morning'],
        filter: 'chipmunk',
        seconds: 19,
        hoursAgo: 14,
        comments: [{ by: 'velvetstatic', content: 'They are listening.' }],
      },
    ],
  },
  {
    username: 'velvetstatic',
    bio: 'Between two stations.',
    pitch: 110,
    follows: ['half_past', 'nightbus', 'unit7'],
    drops: [
      {
        title: 'Found this on an old tape #radio #tape',
        hashtags: ['radio', 'tape'],
        filter: 'vintage',
        seconds: 52,
        hoursAgo: 26,
        comments: [{ by: 'half_past', content: 'That hiss is a whole decade.' }],
      },
    ],
  },
  {
    username: 'unit7',
    bio: 'Definitely a person.',
    pitch: 118,
    follows: ['velvetstatic'],
    drops: [
      {
        title: 'I passed the captcha today #human',
        hashtags: ['human'],
        filter: 'robot',
        seconds: 16,
        hoursAgo: 33,
        comments: [
          { by: 'tin.can', content: 'Suspicious thing to say.' },
          { by: 'okra', content: 'Proud of you, unit.' },
        ],
      },
    ],
  },
  {
    username: 'saltlamp',
    bio: 'Warm light, no opinions.',
    pitch: 172,
    follows: ['okra', 'tin.can', 'marrow'],
    drops: [
      {
        title: 'One good thing, every evening #small',
        hashtags: ['small'],
        filter: 'original',
        seconds: 24,
        hoursAgo: 218,
      },
    ],
  },
];
