-- People, hashtags and words that an account does not want in its lists and notifications. Only the
-- account reads its mutes, and nothing that another account can read depends on them.

create table public.mutes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (user_id) on delete cascade,
  kind text not null,
  subject text collate "C" not null,
  person_id uuid generated always as (
    case when kind = 'person' then subject::uuid end
  ) stored references public.profiles (user_id) on delete cascade,
  until timestamptz,
  created_at timestamptz not null default now(),
  constraint mutes_user_id_kind_subject_key unique (user_id, kind, subject),
  constraint mutes_kind_check check (kind in ('person', 'hashtag', 'word')),
  constraint mutes_subject_check check (
    case kind
      when 'hashtag' then private.is_hashtag(subject)
      when 'word' then private.has_content(subject) and char_length(subject) <= 100
      else true
    end
  ),
  constraint mutes_not_oneself check (person_id <> user_id)
);

comment on table public.mutes is
  'What accounts have muted. Visible to the account only. Subjects are folded by a trigger.';
comment on column public.mutes.subject is
  'The id of a person, a hashtag without the #, or a word in lower case.';
comment on column public.mutes.person_id is 'The muted person; null for a hashtag or a word.';
comment on column public.mutes.until is 'When the mute ends; null for one that does not end.';

create index mutes_person_id_idx on public.mutes (person_id);

-- As of blocks: estimates would say how much an account has muted, and how many have muted a person.
alter table public.mutes
  alter column user_id set statistics 0,
  alter column kind set statistics 0,
  alter column subject set statistics 0,
  alter column person_id set statistics 0;

grant select (id, user_id, kind, subject, person_id, until, created_at),
  insert (user_id, kind, subject, until), update (kind, subject, until), delete
  on public.mutes to authenticated;

alter table public.mutes enable row level security;

create policy "People see their own mutes"
  on public.mutes for select to authenticated
  using (user_id = (select auth.uid()));

create policy "People mute for themselves"
  on public.mutes for insert to authenticated
  with check (user_id = (select auth.uid()));

create policy "People change their own mutes"
  on public.mutes for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

create policy "People end their own mutes"
  on public.mutes for delete to authenticated
  using (user_id = (select auth.uid()));

create function private.clean_mute() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.subject := case new.kind
    when 'person' then new.subject::uuid::text
    when 'hashtag' then private.fold_hashtag(ltrim(private.clean_line(new.subject), '#＃'))
    else private.fold_hashtag(private.clean_line(new.subject))
  end;
  return new;
end
$$;

create trigger clean_mute before insert or update on public.mutes
  for each row execute function private.clean_mute();

create function private.contains_word(folded text, word text) returns boolean
language plpgsql immutable
set search_path = ''
as $$
begin
  -- Lao, Thai, Khmer, Chinese and Japanese have no spaces between words.
  if word ~ '[\u0E00-\u0EFF\u1780-\u17FF\u3040-\u30FF\u3400-\u9FFF\uF900-\uFAFF]' then
    return strpos(folded, word) > 0;
  end if;
  return folded ~ (
    '(?<![A-Za-z0-9_\u00C0-\u1FFF\uAC00-\uD7AF])'
    || regexp_replace(word, '([][\\.*+?(){}|^$-])', '\\\1', 'g')
    || '(?![A-Za-z0-9_\u00C0-\u1FFF\uAC00-\uD7AF])'
  );
end
$$;
comment on function private.contains_word is
  'Whether a text contains a word or phrase as a whole. Both are folded.';

create function private.contains_any_word(words text, folded_words text[]) returns boolean
language plpgsql immutable
set search_path = ''
as $$
declare
  folded text;
begin
  if words is null or cardinality(folded_words) = 0 then
    return false;
  end if;
  folded := private.fold_hashtag(words);
  return exists (
    select from unnest(folded_words) as word
    -- Most texts contain no muted word: this is cheaper than the call.
    where strpos(folded, word) > 0 and private.contains_word(folded, word)
  );
end
$$;
comment on function private.contains_any_word is
  'Whether a text contains one of the folded words or phrases as a whole.';
grant execute on function private.contains_any_word, private.contains_word
  to anon, authenticated, service_role;

-- The functions below are plpgsql, which caches their plans per connection.

create function private.muted_ids() returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return array(
    select person_id from public.mutes
    where user_id = auth.uid() and kind = 'person' and (until is null or until > now())
  );
end
$$;
comment on function private.muted_ids is 'People whom the caller has muted.';
grant execute on function private.muted_ids to anon, authenticated, service_role;

create function private.muted_subjects(of_kind text) returns text[]
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return array(
    select subject from public.mutes
    where user_id = auth.uid() and kind = of_kind and (until is null or until > now())
  );
end
$$;
comment on function private.muted_subjects is
  'What the caller has muted of a kind: hashtags, or words and phrases.';
grant execute on function private.muted_subjects to anon, authenticated, service_role;

create function private.unlisted_ids() returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return private.hidden_ids() || private.muted_ids();
end
$$;
comment on function private.unlisted_ids is
  'People who are left out of the caller''s lists: across a block, or muted.';
grant execute on function private.unlisted_ids to anon, authenticated, service_role;

create function private.is_muted(author uuid, tags text[], words text) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
begin
  if caller is null or caller = author then
    return false;
  end if;
  -- In one query, since lists call this for each drop.
  return exists (
    select from public.mutes
    where user_id = caller
      and (until is null or until > now())
      and (person_id = author or (kind = 'hashtag' and subject = any (tags)))
  ) or private.contains_any_word(words, private.muted_subjects('word'));
end
$$;
comment on function private.is_muted is
  'Whether something by an author, with hashtags and words, is muted for the caller. One''s own is not.';
grant execute on function private.is_muted to anon, authenticated, service_role;

create function private.limit_mutes() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- A row on behalf of another account is left for the policy to refuse: an error here would reveal how
  -- much that account has muted.
  if new.user_id = auth.uid() then
    -- Of those that have ended, none is left to count.
    delete from public.mutes where user_id = new.user_id and until <= now();
    if (select count(*) from public.mutes where user_id = new.user_id) >= 200 and not exists (
      select from public.mutes
      where user_id = new.user_id and kind = new.kind and subject = new.subject
    ) then
      raise exception 'You have muted 200 people, hashtags and words, which is the most. Please unmute one first.'
        using errcode = 'PT429';
    end if;
  end if;
  return new;
end
$$;

-- Triggers run in the order of their names: after clean_mute, and after limit_mutes, which locks the
-- account's row of recent acts.
create trigger limit_number before insert on public.mutes
  for each row execute function private.limit_mutes();
