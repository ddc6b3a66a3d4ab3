/** Something to say something about, for whoever does not know how to begin. A link names one by its place here. */
export const PROMPTS = [
  'What did you almost say today?',
  'Which sound do you miss?',
  'Who would you call if you still had the number?',
  'What made you laugh when you were alone?',
  'What have you changed your mind about?',
  'What keeps you awake?',
  'What can you hear where you are?',
  'Which smell takes you straight back?',
  'What advice are you glad that you did not take?',
  'What would you tell yourself of ten years ago?',
  'What went right today that nobody noticed?',
  'Which place that you loved is gone?',
  'What do you hope nobody will ask you?',
  'What are you better at than people think?',
] as const;

const MILLISECONDS_A_DAY = 24 * 60 * 60 * 1000;

/**
 * The prompt of a day, another one on the next: the same for everybody in a time zone, and again after
 * as many days as there are prompts.
 *
 * @returns its place in `PROMPTS`
 */
export function promptOn(moment: Date): number {
  // Days of the calendar, of which a change of the clock makes none longer.
  const midnight = Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate());
  const days = midnight / MILLISECONDS_A_DAY;
  return ((days % PROMPTS.length) + PROMPTS.length) % PROMPTS.length;
}
