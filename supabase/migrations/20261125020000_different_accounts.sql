-- Whom Hot and Trending count, and what that tells of others.

-- A profile's time is changed by operators alone, who move people here from elsewhere.
create or replace function private.standing_of(account uuid) returns text
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

-- Whether somebody's act counts must not depend on what the other one has heard: a bookmark that
-- nobody sees would tell its owner. So each direction counts once a day for itself, and among acts that
-- the other one sees, a like bars a like back, and a comment a comment back.
create or replace function private.admit(known private.counted_acts, actor uuid, drop_id uuid)
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

comment on table private.counted_acts is
  'What was counted of somebody at a drop, today or yesterday. A key is a salted hash of account and drop, or of account and author or hashtag; the latter have no more than their key.';

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

drop trigger rank_likes on public.voice_drop_likes;
drop trigger rank_comments on public.voice_drop_comments;
drop trigger rank_bookmarks on public.bookmarks;
drop function private.rank_added_act;

create trigger rank_likes after insert on public.voice_drop_likes
  referencing new table as added
  for each statement execute function private.rank_added_acts('liked');
create trigger rank_comments after insert on public.voice_drop_comments
  referencing new table as added
  for each statement execute function private.rank_added_acts('commented');
create trigger rank_bookmarks after insert on public.bookmarks
  referencing new table as added
  for each statement execute function private.rank_added_acts('bookmarked');

create or replace function private.note_listening(heard uuid, part text) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  account constant uuid := auth.uid();
  -- The player's fastest speed is 2; the rest is for clocks and networks.
  fastest constant double precision := 2.5;
  known private.counted_acts;
  is_news boolean;
  length double precision;
  author uuid;
  counted_as text;
begin
  select * into known from private.counted_acts
  where key = any (private.keys_of(account, heard)) and started_at is not null for update;
  if not found then
    return false;
  end if;
  is_news := case part when 'half' then not known.heard_half else not known.heard_end end;
  select duration, user_id into strict length, author from public.voice_drops where id = heard;
  if is_news then
    if now() < known.started_at
      + make_interval(secs => case part when 'half' then length / 2 else length end / fastest)
    then
      return false;
    end if;
    update private.counted_acts set heard_half = true, heard_end = known.heard_end or part = 'end'
    where key = known.key;
  end if;
  -- Also when it was heard before: another drop of the same author may have counted that day.
  perform private.admit(known, account, heard);
  -- A like of before what is known here may have been counted when it was given.
  if exists (
    select from public.voice_drop_likes
    where voice_drop_id = heard
      and user_id = account
      and created_at >= known.day::timestamp at time zone 'UTC'
  ) and private.answers_first(account, 'liked', author) then
    perform private.count_act(account, heard, 'liked', is_done => true);
  end if;
  if part = 'end' then
    counted_as := private.count_act(account, heard, 'listened', is_done => true);
    if counted_as is not null then
      perform private.add_listener_to_hashtags(
        account, heard, case counted_as when 'new' then 0.5 else 1 end
      );
    end if;
  end if;
  return is_news;
end
$$;

-- Both keys of a score at once, since each reaction waits for them: the time of posting, later by a
-- half-life each time that the score doubles.
create or replace function private.set_ranking_keys() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  settings private.ranking_settings;
  posted constant double precision := private.milliseconds(new.posted_at);
  doublings double precision;
begin
  select * into strict settings from private.ranking_settings;
  doublings := ln(
    1 + settings.listened * (new.listened + new.listened_new / 2.0)
    + settings.liked * (new.liked + new.liked_new / 2.0)
    + settings.commented * (new.commented + new.commented_new / 2.0)
    + settings.bookmarked * (new.bookmarked + new.bookmarked_new / 2.0)
  ) / ln(2::double precision);
  new.hot := floor(posted + private.milliseconds(settings.hot_half_life) * doublings);
  new.trending := floor(posted + private.milliseconds(settings.trending_half_life) * doublings);
  return new;
end
$$;

drop function private.ranking_key;

-- Operators set the time of what they import, whose place it is.
create or replace function private.keep_rank() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  seen_by_all constant boolean := new.audience = 'public' and not new.is_flagged;
  -- A time in the future, as an import may have it, would stay on top.
  posted constant timestamptz := least(new.created_at, now());
begin
  if tg_op = 'INSERT' then
    insert into private.voice_drop_ranks (voice_drop_id, user_id, is_open, posted_at)
    values (new.id, new.user_id, seen_by_all, posted);
  elsif new.created_at <> old.created_at then
    update private.voice_drop_ranks set is_open = seen_by_all, posted_at = posted
    where voice_drop_id = new.id;
  else
    update private.voice_drop_ranks set is_open = seen_by_all
    where voice_drop_id = new.id and is_open <> seen_by_all;
  end if;
  return null;
end
$$;

-- By privacy_level as well, since a trigger before the update derives the audience from it.
create or replace trigger keep_rank
  after insert or update of privacy_level, audience, is_flagged, created_at on public.voice_drops
  for each row execute function private.keep_rank();

-- A list or a weight that is missing would end every reaction with an error. They are changed, not removed.
revoke insert, delete, truncate on public.ranking_weights, public.ranking_lists from service_role;
