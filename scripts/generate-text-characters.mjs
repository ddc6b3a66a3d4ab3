// Writes the migration text_characters from packages/domain: the characters of hashtags and their case
// folding, which PostgreSQL has no classes for. Node's version of Unicode decides.
//
//   node scripts/generate-text-characters.mjs

import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { foldHashtag, isTag } from '../packages/domain/src/hashtag-name.ts';

const target = fileURLToPath(
  new URL('../supabase/migrations/20261120000150_text_characters.sql', import.meta.url),
);

/** @type {string[]} */
const characters = [];
for (let code = 1; code <= 0x10ffff; code += 1) {
  if (code < 0xd800 || code > 0xdfff) characters.push(String.fromCodePoint(code));
}

/**
 * The code points of characters as a multirange of PostgreSQL, in lines.
 *
 * @param {(character: string) => boolean} isListed
 */
function multirange(isListed) {
  /** @type {[number, number][]} */
  const ranges = [];
  for (const character of characters) {
    if (!isListed(character)) continue;
    const code = character.codePointAt(0) ?? 0;
    const last = ranges.at(-1);
    if (last?.[1] === code) last[1] = code + 1;
    else ranges.push([code, code + 1]);
  }
  const lines = ['{'];
  for (const [index, [first, end]] of ranges.entries()) {
    const range = `[${first},${end})${index < ranges.length - 1 ? ',' : '}'}`;
    if ((lines.at(-1) ?? '').length + range.length > 100) lines.push('');
    lines.push((lines.pop() ?? '') + range);
  }
  return lines.join('\n');
}

// Letters that NFKC changes are none of a stored hashtag. A database whose version of NFKC is older therefore
// refuses them.
const isPart = (/** @type {string} */ character) =>
  character.normalize('NFKC') === character && isTag(foldHashtag(character));

const folded = characters.filter(
  (character) =>
    character.normalize('NFKD') === character && Array.from(foldHashtag(character)).length === 1,
);
const changed = folded.filter((character) => foldHashtag(character) !== character);

/**
 * A function without arguments that returns a constant.
 *
 * @param {string} name
 * @param {string} type
 * @param {string} value
 * @param {string} comment
 */
const constant = (name, type, value, comment) => `
create function private.${name}() returns ${type}
language sql immutable
set search_path = ''
as $$
  select '${value}'::${type}
$$;
comment on function private.${name} is '${comment}';
grant execute on function private.${name} to anon, authenticated, service_role;
`;

await writeFile(
  target,
  `-- Generated from packages/domain by scripts/generate-text-characters.mjs: the characters of hashtags by
-- Unicode ${process.versions.unicode}. PostgreSQL has no classes for them that are the same with every locale and version.
${constant(
  'hashtag_letters',
  'int4multirange',
  multirange((character) => isPart(character) && /[\p{L}\p{M}]/u.test(character)),
  'Code points of the letters and marks of hashtags.',
)}${constant(
    'hashtag_digits',
    'int4multirange',
    multirange((character) => isPart(character) && !/[\p{L}\p{M}]/u.test(character)),
    'Code points of the digits of hashtags, and of the underscore.',
  )}${constant(
    'unfolded_letters',
    'text',
    changed.join(''),
    'Letters that full case folding changes into one other, which private.folded_letters has at the same place.',
  )}${constant(
    'folded_letters',
    'text',
    changed.map(foldHashtag).join(''),
    'The case folding of private.unfolded_letters.',
  )}`,
);
