-- Free text (titles, bios, comments, descriptions of reports) and hashtags, as packages/domain defines them. A test
-- compares both over all of Unicode.
--
-- The classes are spelled out, since those of PostgreSQL depend on the locale.

create function private.clean_text(written text) returns text
language sql immutable
set search_path = ''
as $$
  select regexp_replace(
    regexp_replace(
      regexp_replace(written, '\r\n?', E'\n', 'g'),
      -- Control characters except tab and line feed, directional overrides and isolates, noncharacters.
      '['
      '\u0001-\u0008\u000B-\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u206F'
      '\uFDD0-\uFDEF\uFFFE-\uFFFF\U0001FFFE-\U0001FFFF\U0002FFFE-\U0002FFFF'
      '\U0003FFFE-\U0003FFFF\U0004FFFE-\U0004FFFF\U0005FFFE-\U0005FFFF\U0006FFFE-\U0006FFFF'
      '\U0007FFFE-\U0007FFFF\U0008FFFE-\U0008FFFF\U0009FFFE-\U0009FFFF\U000AFFFE-\U000AFFFF'
      '\U000BFFFE-\U000BFFFF\U000CFFFE-\U000CFFFF\U000DFFFE-\U000DFFFF\U000EFFFE-\U000EFFFF'
      '\U000FFFFE-\U000FFFFF\U0010FFFE-\U0010FFFF'
      ']',
      '', 'g'
    ),
    '^[\u0009-\u000D\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+'
    '|[\u0009-\u000D\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+$',
    '', 'g'
  )
$$;
comment on function private.clean_text is
  'Free text without control characters, noncharacters, directional overrides and outer white space. As in packages/domain.';
grant execute on function private.clean_text to anon, authenticated, service_role;

create function private.clean_line(written text) returns text
language sql immutable
set search_path = ''
as $$
  select regexp_replace(
    private.clean_text(written),
    '[\u0009-\u000D\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]*'
    '[\n\u2028\u2029]'
    '[\u0009-\u000D\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]*',
    ' ', 'g'
  )
$$;
comment on function private.clean_line is 'Free text of one line. As in packages/domain.';
grant execute on function private.clean_line to anon, authenticated, service_role;

create function private.without_blanks(written text) returns text
language sql immutable
set search_path = ''
as $$
  select regexp_replace(
    written,
    -- White space, what Unicode calls default-ignorable, and what it describes as blank.
    '['
    '\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F-\u1160\u1680\u17B4-\u17B5'
    '\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFDD0-\uFDEF'
    '\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\uFFFE-\uFFFF\U00013441-\U00013442\U00016FE4'
    '\U0001BCA0-\U0001BCA3\U0001D159\U0001D173-\U0001D17A\U0001FFFE-\U0001FFFF'
    '\U0002FFFE-\U0002FFFF\U0003FFFE-\U0003FFFF\U0004FFFE-\U0004FFFF\U0005FFFE-\U0005FFFF'
    '\U0006FFFE-\U0006FFFF\U0007FFFE-\U0007FFFF\U0008FFFE-\U0008FFFF\U0009FFFE-\U0009FFFF'
    '\U000AFFFE-\U000AFFFF\U000BFFFE-\U000BFFFF\U000CFFFE-\U000CFFFF\U000DFFFE-\U000E0FFF'
    '\U000EFFFE-\U000EFFFF\U000FFFFE-\U000FFFFF\U0010FFFE-\U0010FFFF'
    ']+',
    '', 'g'
  )
$$;
comment on function private.without_blanks is
  'The characters of a text that show something. As in packages/domain.';
grant execute on function private.without_blanks to anon, authenticated, service_role;

create function private.has_content(written text) returns boolean
language sql immutable
set search_path = ''
as $$
  select private.without_blanks(written) <> ''
$$;
comment on function private.has_content is
  'Whether a text has a character that shows something.';
grant execute on function private.has_content to anon, authenticated, service_role;

create function private.fold_hashtag(tag text) returns text
language plpgsql immutable
set search_path = ''
as $$
begin
  if tag ~ '^[\x01-\x7F]*$' then
    return translate(tag, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz');
  end if;
  -- Once decomposed, ß is the only letter whose folding has two letters.
  return normalize(
    replace(
      replace(
        translate(
          normalize(tag, nfkd), private.unfolded_letters(), private.folded_letters()
        ),
        'ß', 'ss'
      ),
      'ẞ', 'ss'
    ),
    nfkc
  );
end
$$;
comment on function private.fold_hashtag is
  'A hashtag as drops store it: NFKC and Unicode''s full case folding. As in packages/domain.';
grant execute on function private.fold_hashtag to anon, authenticated, service_role;

create function private.is_hashtag(tag text) returns boolean
language plpgsql immutable
set search_path = ''
as $$
declare
  letters constant int4multirange := private.hashtag_letters();
  digits constant int4multirange := private.hashtag_digits();
begin
  if tag ~ '^[a-z0-9_]{1,200}$' then
    return true;
  end if;
  return coalesce(char_length(tag) between 1 and 200, false)
    and tag = private.fold_hashtag(tag)
    and (
      select bool_and(
        letters @> code
        or digits @> code
        -- The joiners and the middle dots, between two letters.
        or coalesce(
          chr(code) in (
            U&'\200C', U&'\200D', U&'\30FB', U&'\00B7', U&'\05F3', U&'\05F4', U&'\0F0B'
          )
          and letters @> before and letters @> after,
          false
        )
      )
      from (
        select ascii(character) as code,
          lag(ascii(character)) over (order by place) as before,
          lead(ascii(character)) over (order by place) as after
        from string_to_table(tag, null) with ordinality as written (character, place)
      ) as characters
    );
end
$$;
comment on function private.is_hashtag is
  'Whether a text is a hashtag as drops store it: folded, without the #. As in packages/domain.';
grant execute on function private.is_hashtag to anon, authenticated, service_role;

create function private.fold_hashtags(tags text[]) returns text[]
language sql immutable
set search_path = ''
as $$
  select coalesce(array_agg(tag order by place), '{}')
  from (
    select private.fold_hashtag(tag) collate "C" as tag, min(place) as place
    from unnest(tags) with ordinality as given (tag, place)
    group by 1
  ) as folded
$$;
comment on function private.fold_hashtags is 'Hashtags as drops store them, each once, in their order.';
grant execute on function private.fold_hashtags to anon, authenticated, service_role;

create function private.are_hashtags(tags text[]) returns boolean
language sql immutable
set search_path = ''
as $$
  select coalesce(bool_and(coalesce(private.is_hashtag(tag), false)), true) from unnest(tags) as tag
$$;
comment on function private.are_hashtags is 'Whether all texts are hashtags as drops store them.';
grant execute on function private.are_hashtags to anon, authenticated, service_role;
