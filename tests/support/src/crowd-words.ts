// Made-up words, of parts as common as those of a language.

const CONSONANTS = 'bcdfghjklmnprstvwz';
const VOWELS = 'aeiou';
const ENDINGS = ['', 'n', 'r', 'l', 's', 'm', 'k', 't', 'd', 'x'];

/** As many as a language has, about, so that words share their parts as real ones do. */
const SYLLABLES = Array.from(CONSONANTS).flatMap((first) =>
  Array.from(VOWELS).flatMap((vowel) => ENDINGS.map((ending) => `${first}${vowel}${ending}`)),
);

/** Prime, so that successive numbers become words far apart, each of another number. */
const STEP = 7919;

/** In the titles of five drops, however many there are. It has no syllable that others have not. */
export const RARE_WORD = 'velkanor';

const scrambled = (n: number) => (n * STEP) % SYLLABLES.length ** 2;

/** What person n is called: two syllables, and a number of at most two digits. */
export function crowdName(n: number): string {
  const word = scrambled(n);
  const [first, second] = [word % SYLLABLES.length, Math.floor(word / SYLLABLES.length)];
  return `${SYLLABLES[first] ?? ''}${SYLLABLES[second] ?? ''}${n % 100}`;
}

/** The same in SQL, without the number. */
export const wordInSql = (n: string) => {
  const scrambledInSql = `(${n}::bigint * ${STEP} % ${SYLLABLES.length ** 2})`;
  return `(crowd.syllables)[1 + ${scrambledInSql} % ${SYLLABLES.length}] ||
    (crowd.syllables)[1 + ${scrambledInSql} / ${SYLLABLES.length}]`;
};

/** What a statement with `wordInSql` has among its tables. */
export const SYLLABLES_IN_SQL = `(select array['${SYLLABLES.join("','")}'] as syllables) as crowd`;
