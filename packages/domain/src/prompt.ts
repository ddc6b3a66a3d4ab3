/** Questions that suggest a topic for a recording. Links identify one by its index, so new ones are appended. */
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
 * The prompt of a day, the same for everyone in a time zone. Each comes once in as many days as there are
 * prompts.
 *
 * @returns an index of `PROMPTS`
 */
export function promptOn(moment: Date): number {
  // Calendar days in UTC, so that daylight saving time does not change the length of a day.
  const midnight = Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate());
  const days = midnight / MILLISECONDS_A_DAY;
  return ((days % PROMPTS.length) + PROMPTS.length) % PROMPTS.length;
}
