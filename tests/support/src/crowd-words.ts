// Generated words, whose syllables are about as common as those of a natural language.

const CONSONANTS = 'bcdfghjklmnprstvwz';
const VOWELS = 'aeiou';
const ENDINGS = ['', 'n', 'r', 'l', 's', 'm', 'k', 't', 'd', 'x'];

/** About as many syllables as a natural language has, so that words share them as real words do. */
const SYLLABLES = Array.from(CONSONANTS).flatMap((first) =>
  Array.from(VOWELS).flatMap((vowel) => ENDINGS.map((ending) => `${first}${vowel}${ending}`)),
);

/** A prime step, which maps successive numbers to distinct words far apart. */
const STEP = 7919;

/** A word in the titles of exactly five drops, made of common syllables. */
export const RARE_WORD = 'velkanor';

const scrambled = (n: number) => (n * STEP) % SYLLABLES.length ** 2;

/** The username of person n: two syllables, and a number of at most two digits. */
export function crowdName(n: number): string {
  const word = scrambled(n);
  const [first, second] = [word % SYLLABLES.length, Math.floor(word / SYLLABLES.length)];
  return `${SYLLABLES[first] ?? ''}${SYLLABLES[second] ?? ''}${n % 100}`;
}

/** The name without its number, as an SQL expression. */
export const wordInSql = (n: string) => {
  const scrambledInSql = `(${n}::bigint * ${STEP} % ${SYLLABLES.length ** 2})`;
  return `(crowd.syllables)[1 + ${scrambledInSql} % ${SYLLABLES.length}] ||
    (crowd.syllables)[1 + ${scrambledInSql} / ${SYLLABLES.length}]`;
};

/** The table that a statement with `wordInSql` selects from. */
export const SYLLABLES_IN_SQL = `(select array['${SYLLABLES.join("','")}'] as syllables) as crowd`;
