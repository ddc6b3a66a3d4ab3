-- Whom Hot and Trending count, and what that tells of others.

-- Who was counted. No listening history is kept: an account and a drop are known together by a hash
-- alone, with a salt that changes daily and goes after two days. Until then the same account is not
-- counted twice, and what it takes back is taken off; afterwards there are only numbers.

create table private.counting_salts (
  day date primary key,
  salt text not null default gen_random_uuid() || '-' || gen_random_uuid()
);

comment on table private.counting_salts is
  'The salts of today and yesterday, without which nobody can tell whom a row of counted_acts stands for.';

-- Unlogged: after a crash empties the table, an account may be counted twice within two days.
create unlogged table private.counted_acts (
  key bytea primary key,
  day date not null,
  started_at timestamptz,
  heard_half boolean not null default false,
  heard_end boolean not null default false,
  standing text,
  listened boolean not null default false,
  liked boolean not null default false,
  commented boolean not null default false,
  bookmarked boolean not null default false
)
with (fillfactor = 70);

comment on table private.counted_acts is
  'What was counted of somebody at a drop, today or yesterday. A key is a salted hash of account and drop, or of account and author or hashtag; the latter have no more than their key.';
comment on column private.counted_acts.started_at is
  'When a play was counted. A half or an end that is heard sooner than it can be is not believed.';
comment on column private.counted_acts.standing is
  'How the account counts: established, or new, which is half. Null while nothing of it is counted.';

create index counted_acts_day_idx on private.counted_acts (day);

alter table private.counting_salts enable row level security;
alter table private.counted_acts enable row level security;

create function private.counting_day() returns date
language sql stable
return (now() at time zone 'UTC')::date;

create function private.counting_salt() returns text
language plpgsql
set search_path = ''
as $$
declare
  today constant date := private.counting_day();
  found_salt text;
begin
  select salt into found_salt from private.counting_salts where day = today;
  if not found then
    insert into private.counting_salts (day) values (today) on conflict (day) do nothing;
    delete from private.counting_salts where day < today - 1;
    select salt into strict found_salt from private.counting_salts where day = today;
  end if;
  return found_salt;
end
$$;
comment on function private.counting_salt is 'The salt of today. The first call of a day makes it.';

create function private.counting_key(salt text, about text) returns bytea
language sql immutable
return sha256(convert_to(salt || ' ' || about, 'UTF8'));

create function private.claim_key(about text) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  insert into private.counted_acts (key, day)
  values (private.counting_key(private.counting_salt(), about), private.counting_day())
  on conflict (key) do nothing;
  return found;
end
$$;
comment on function private.claim_key is 'Notes a key of today. False when it was noted before.';

create function private.keys_of(actor uuid, drop_id uuid) returns bytea[]
language plpgsql stable
set search_path = ''
as $$
begin
  return array(
    select private.counting_key(salt, actor || ' ' || drop_id) from private.counting_salts
    where day >= private.counting_day() - 1
  );
end
$$;
comment on function private.keys_of is
  'By what an account is known at a drop, today and yesterday.';

create function private.note_acts(actor uuid, drop_id uuid) returns private.counted_acts
language plpgsql
set search_path = ''
as $$
declare
  known private.counted_acts;
begin
  select * into known from private.counted_acts
  where key = any (private.keys_of(actor, drop_id)) order by day for update;
  if not found then
    perform private.claim_key(actor || ' ' || drop_id);
    select * into known from private.counted_acts
    where key = any (private.keys_of(actor, drop_id)) order by day for update;
    -- Old ones go meanwhile; locked rows are skipped.
    delete from private.counted_acts where key = any (array(
      select key from private.counted_acts
      where day < private.counting_day() - 1 limit 100 for update skip locked
    ));
  end if;
  return known;
end
$$;
comment on function private.note_acts is
  'Locks and returns what is known of an account at a drop, from now on if nothing is.';

create function private.standing_of(account uuid) returns text
language plpgsql stable security definer
set search_path = ''
as $$
declare
  made timestamptz;
begin
  -- Without address confirmation, accounts are confirmed when they are created.
  select least(users.created_at, profiles.created_at) into made
  from auth.users left join public.profiles on profiles.user_id = users.id
  where users.id = account and users.confirmed_at is not null;
  return case
    when made <= now() - interval '1 week' then 'established'
    when made <= now() - interval '1 day' then 'new'
  end;
end
$$;
comment on function private.standing_of is
  'How an account counts in lists: established, new (half), or null (not at all).';

-- Whether somebody's act counts must not depend on what the other one has heard: a bookmark that
-- nobody sees would tell its owner. So each direction counts once a day for itself, and among acts that
-- the other one sees, a like bars a like back, and a comment a comment back.
create function private.admit(known private.counted_acts, actor uuid, drop_id uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  standing_now text;
  author uuid;
begin
  if known.standing is not null then
    return;
  end if;
  standing_now := private.standing_of(actor);
  if standing_now is null then
    return;
  end if;
  select user_id into author from private.voice_drop_ranks where voice_drop_id = drop_id;
  -- At one drop a day of the same author.
  if author <> actor and private.claim_key(actor || ' hears ' || author) then
    update private.counted_acts set standing = standing_now where key = known.key;
  end if;
end
$$;
comment on function private.admit is
  'Lets what an account does at a drop count, if it may. known: what is known of it there, locked.';

create function private.answers_first(actor uuid, term text, author uuid) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  salt constant text := private.counting_salt();
begin
  if exists (
    select from private.counted_acts
    where key = private.counting_key(salt, concat_ws(' ', author, term, actor))
  ) then
    return false;
  end if;
  insert into private.counted_acts (key, day)
  values (private.counting_key(salt, concat_ws(' ', actor, term, author)), private.counting_day())
  on conflict (key) do nothing;
  return true;
end
$$;
comment on function private.answers_first is
  'Notes that an account likes, or comments on, what another one has posted. False if that one has done the same with the first one''s drops today.';

create function private.count_act(actor uuid, drop_id uuid, term text, is_done boolean)
returns text
language plpgsql
set search_path = ''
as $$
declare
  counted_as text;
  step constant int := case when is_done then 1 else -1 end;
begin
  update private.counted_acts as acts
  set listened = case term when 'listened' then is_done else acts.listened end,
    liked = case term when 'liked' then is_done else acts.liked end,
    commented = case term when 'commented' then is_done else acts.commented end,
    bookmarked = case term when 'bookmarked' then is_done else acts.bookmarked end
  where key = any (private.keys_of(actor, drop_id))
    and standing is not null
    and is_done <> case term
      when 'listened' then acts.listened
      when 'liked' then acts.liked
      when 'commented' then acts.commented
      when 'bookmarked' then acts.bookmarked
    end
    -- Who likes what they have not heard says nothing of it.
    and (term <> 'liked' or heard_half)
  returning standing into counted_as;
  if counted_as = 'established' then
    update private.voice_drop_ranks
    set listened = listened + case term when 'listened' then step else 0 end,
      liked = liked + case term when 'liked' then step else 0 end,
      commented = commented + case term when 'commented' then step else 0 end,
      bookmarked = bookmarked + case term when 'bookmarked' then step else 0 end
    where voice_drop_id = drop_id;
  elsif counted_as = 'new' then
    update private.voice_drop_ranks
    set listened_new = listened_new + case term when 'listened' then step else 0 end,
      liked_new = liked_new + case term when 'liked' then step else 0 end,
      commented_new = commented_new + case term when 'commented' then step else 0 end,
      bookmarked_new = bookmarked_new + case term when 'bookmarked' then step else 0 end
    where voice_drop_id = drop_id;
  end if;
  return counted_as;
end
$$;
comment on function private.count_act is
  'Counts an act of an account at a drop, or no longer counts it. Returns as what it was counted; null when it was not: already, or the account is not admitted.';

create function private.count_added_act(actor uuid, drop_id uuid, term text) returns void
language plpgsql
set search_path = ''
as $$
declare
  author uuid;
begin
  if term in ('liked', 'commented') then
    select user_id into author from private.voice_drop_ranks where voice_drop_id = drop_id;
    if author = actor or not private.answers_first(actor, term, author) then
      return;
    end if;
  end if;
  -- What was counted of an earlier day is not known any more, but that there is an earlier comment is.
  if term = 'commented' and exists (
    select from public.voice_drop_comments
    where voice_drop_id = drop_id
      and user_id = actor
      and created_at < private.counting_day()::timestamp at time zone 'UTC'
  ) then
    return;
  end if;
  -- Most have heard the drop and are admitted. Who likes it without having heard it is not.
  if private.count_act(actor, drop_id, term, is_done => true) is null and term <> 'liked' then
    perform private.admit(private.note_acts(actor, drop_id), actor, drop_id);
    perform private.count_act(actor, drop_id, term, is_done => true);
  end if;
end
$$;
comment on function private.count_added_act is 'Counts what somebody has just done with a drop, if it counts.';

-- Per statement, so that drops are locked in order however many a request has.
create function private.rank_added_acts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.count_added_act(act.user_id, act.voice_drop_id, tg_argv[0])
  from (
    select distinct user_id, voice_drop_id from added order by voice_drop_id, user_id
  ) as act;
  return null;
end
$$;

-- Per statement, since deleting an account deletes many acts at once.
create function private.rank_removed_acts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.count_act(act.user_id, act.voice_drop_id, tg_argv[0], is_done => false)
  from (
    -- The acts of a drop that is deleted go with it.
    select distinct removed.user_id, removed.voice_drop_id
    from removed join public.voice_drops on voice_drops.id = removed.voice_drop_id
    where tg_argv[0] <> 'commented' or not exists (
      select from public.voice_drop_comments as left_over
      where left_over.voice_drop_id = removed.voice_drop_id
        and left_over.user_id = removed.user_id
    )
    order by removed.voice_drop_id, removed.user_id
  ) as act;
  return null;
end
$$;

create trigger rank_likes after insert on public.voice_drop_likes
  referencing new table as added
  for each statement execute function private.rank_added_acts('liked');
create trigger rank_comments after insert on public.voice_drop_comments
  referencing new table as added
  for each statement execute function private.rank_added_acts('commented');
create trigger rank_bookmarks after insert on public.bookmarks
  referencing new table as added
  for each statement execute function private.rank_added_acts('bookmarked');
create trigger rank_removed_likes after delete on public.voice_drop_likes
  referencing old table as removed
  for each statement execute function private.rank_removed_acts('liked');
create trigger rank_removed_comments after delete on public.voice_drop_comments
  referencing old table as removed
  for each statement execute function private.rank_removed_acts('commented');
create trigger rank_removed_bookmarks after delete on public.bookmarks
  referencing old table as removed
  for each statement execute function private.rank_removed_acts('bookmarked');
