import { pick, type Random } from '../../../../supabase/seed/random.ts';

const WHEN = [
  'Last night',
  'This morning',
  'A week ago',
  'On my way home',
  'When I was young',
  'After the long winter',
  'Before the doors closed',
  'In the middle of the night',
  'Two summers ago',
  'Yesterday at lunch',
  'Once in a while',
  'During the last meeting',
] as const;

const WHO = [
  'my sister',
  'the woman next door',
  'our old teacher',
  'a friend of mine',
  'my father',
  'the man at the counter',
  'one of my neighbors',
  'the doctor',
  'my best friend',
  'someone I did not know',
  'the girl from the bakery',
  'my boss',
  'his brother',
  'the driver of the bus',
] as const;

const DID = [
  'told me a secret about the house',
  'lost a letter that was never opened',
  'asked me to keep quiet about the money',
  'found a picture of a stranger',
  'walked with me to the station',
  'forgot the keys in the kitchen',
  'gave back the book that I had borrowed',
  'called me three times without a reason',
  'left the party before anyone noticed',
  'sat alone in front of the television',
  'wrote a note and put it under the door',
  'bought a ticket for the first train',
  'cried because of a song on the radio',
  'said that nothing would ever change',
  'cooked fish and rice for all of us',
  'waited outside in the cold rain',
] as const;

const AND = [
  'and I still do not know why',
  'but nobody wanted to hear the truth',
  'and we never talked about it again',
  'so I stayed awake until the morning',
  'and for once I was not afraid',
  'but I could not say a single word',
  'which made me laugh for a whole day',
  'and that is what I think about at work',
  'because there was no other choice',
  'and then everything became very quiet',
  'while the children played in the garden',
  'but it should have been me',
  'and I hope that things get better soon',
  'though we had promised to be honest',
] as const;

/** A sentence of some sixteen common words, one of tens of thousands. */
export const sentence = (random: Random): string =>
  `${pick(random, WHEN)}, ${pick(random, WHO)} ${pick(random, DID)}, ${pick(random, AND)}.`;
