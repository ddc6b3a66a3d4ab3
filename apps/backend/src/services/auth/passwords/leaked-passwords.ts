import { readFile, stat } from 'node:fs/promises';
import { ConfigError } from '../../../config/config-error.ts';

/** Largest list that is kept in memory, bytes: about a million passwords. */
const maximumBytes = 16 * 1024 * 1024;

/**
 * Reads the refused passwords, in lower case.
 * @param setting LEAKED_PASSWORDS: null for the built-in list, `off` for none, or the path of a
 *   file with one password a line
 * @throws {ConfigError} when the file cannot be read or is too large
 */
export async function readLeakedPasswords(setting: string | null): Promise<ReadonlySet<string>> {
  if (setting === null) return commonPasswords;
  if (setting === 'off') return new Set();
  const refuse = (cause: Error): never => {
    throw new ConfigError(`LEAKED_PASSWORDS names ${setting}: ${cause.message}.`, { cause });
  };
  const file = await stat(setting).catch(refuse);
  if (!file.isFile() || file.size > maximumBytes) {
    throw new ConfigError(
      `LEAKED_PASSWORDS names ${setting}, which is no file of at most ${maximumBytes} bytes.`,
    );
  }
  const text = await readFile(setting, 'utf8').catch(refuse);
  const lines = text.split(/\r?\n/).map((line) => line.toLowerCase());
  return new Set(lines.filter((line) => line !== ''));
}

/**
 * The passwords with which attackers begin to guess, from the yearly lists of leaked passwords, in lower
 * case. The list is short enough to be read; LEAKED_PASSWORDS can name a longer one.
 */
const commonPasswords: ReadonlySet<string> = new Set(
  `
  000000 00000000 0123456789 101010 102030 1111111 11111111 111111 112233 121212 123123 123123123
  123321 1234321 123456 1234567 12345678 123456789 1234567890 1234567891 123456a 12345a 123654
  123abc 123qwe 131313 147258 147258369 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 222222 232323 333333
  444444 555555 654321 666666 696969 7777777 777777 789456 789456123 87654321 888888 88888888
  987654 987654321 999999 999999999 a123456 a1b2c3 aa123456 aaaaaa abc123 abc12345 abcd1234 abcdef
  access admin123 administrator andrew arsenal ashley asdasd asdf1234 asdfgh asdfghjkl azerty
  bailey baseball basketball batman biteme buster changeme charlie cheese chelsea chocolate
  computer cookie daniel default donald dragon flower football freedom fuckyou george ginger
  google hannah hello123 hockey hottie hunter iloveyou internet jennifer jessica jordan joshua
  justin killer letmein letmein1 liverpool login123 loveme lovely maggie martin master matrix
  michael michelle minecraft monkey mustang nicole ninja123 p@ssw0rd p@ssword pa55word pass1234
  passw0rd password password1 password12 password123 password1234 pepper pokemon princess purple
  q1w2e3r4 qazwsx qazwsxedc qwer1234 qwerty qwerty1 qwerty12 qwerty123 qwertyuiop ranger robert
  samsung secret shadow silver soccer starwars summer sunshine superman taylor test1234 thomas
  thunder tigger trustno1 unknown welcome welcome1 whatever william yankees zaq12wsx zxcvbn
  zxcvbnm
  `
    .trim()
    .split(/\s+/),
);
