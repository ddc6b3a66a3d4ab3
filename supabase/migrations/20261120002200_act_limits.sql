-- Rate limits of an account's writes, which would otherwise spam other accounts and fill the disk.
-- The limits are far above normal use and only stop programs.

create table private.act_limits (
  act text primary key,
  short interval not null,
  short_max int not null,
  long interval not null,
  long_max int not null,
  doing text not null,
  done text not null
);

comment on table private.act_limits is
  'The number of acts of a kind that an account may do within a short and a long time, and the words for the act in error messages.';

-- As in packages/domain: ACT_LIMITS. News beyond its limit is not sent, without an error: the rows that live
-- pages receive of one account's acts are those of drops ('news') and of counts ('count news').
insert into private.act_limits values
  ('drop', '1 hour', 30, '1 day', 100, 'posting', 'posted many voice drops'),
  ('edit', '1 minute', 30, '1 hour', 200, 'editing', 'edited many voice drops'),
  ('profile', '1 minute', 20, '1 hour', 100, 'editing', 'edited your profile many times'),
  ('comment', '1 minute', 20, '1 hour', 200, 'commenting', 'written many comments'),
  ('mention', '1 minute', 100, '1 hour', 100, 'mentioning people', 'mentioned many people'),
  ('like', '1 minute', 60, '1 hour', 300, 'liking', 'liked many voice drops'),
  ('comment like', '1 minute', 60, '1 hour', 300, 'liking', 'liked many comments'),
  ('bookmark', '1 minute', 60, '1 hour', 300, 'bookmarking', 'bookmarked many voice drops'),
  ('follow', '1 minute', 30, '1 hour', 100, 'following people', 'followed many people'),
  ('decline', '1 minute', 60, '1 hour', 1000, 'declining requests', 'declined many requests'),
  ('alert', '1 minute', 30, '1 hour', 100, 'turning bells on', 'turned many bells on'),
  ('block', '1 minute', 30, '1 hour', 100, 'blocking people', 'blocked many people'),
  ('mute', '1 minute', 30, '1 hour', 100, 'muting', 'muted a lot'),
  ('news', '1 minute', 60, '1 hour', 400, 'sending news', 'sent much news'),
  ('count news', '1 minute', 120, '1 hour', 1200, 'sending counts', 'sent many counts'),
  ('read', '1 minute', 1000, '1 hour', 5000, 'marking notifications', 'marked many notifications'),
  ('message', '1 minute', 60, '1 hour', 1000, 'writing', 'sent many messages'),
  ('stranger', '1 hour', 20, '1 day', 20, 'writing', 'written to many new people'),
  ('anonymous message', '1 hour', 5, '1 day', 5, 'writing', 'sent many anonymous messages'),
  ('conversation', '1 minute', 120, '1 hour', 2000, 'pressing', 'changed many conversations'),
  ('typing', '3 seconds', 1, '1 hour', 1200, 'typing', 'typed a lot'),
  ('message clip', '1 minute', 20, '1 hour', 200, 'sending clips', 'sent many clips'),
  ('mask', '1 minute', 30, '1 hour', 200, 'masking clips', 'masked many clips'),
  ('push', '1 minute', 20, '1 hour', 100, 'registering devices', 'registered devices often'),
  ('push test', '1 minute', 5, '1 hour', 20, 'sending tests', 'sent many tests'),
  ('mail', '1 minute', 5, '1 hour', 20, 'asking for mails', 'asked for many mails'),
  ('export', '1 hour', 5, '1 day', 10, 'downloading', 'downloaded your data often'),
  ('report', '1 hour', 20, '1 day', 50, 'reporting', 'reported a lot'),
  -- By networks and addresses, not by accounts.
  ('contact', '1 hour', 5, '1 day', 10, 'writing', 'sent many messages'),
  ('invitation', '1 hour', 20, '1 day', 50, 'trying codes', 'tried many codes');

-- Unlogged: after a crash the counts start at 0. The table has no foreign key to profiles: a write
-- locks its count first and the profile last, and would deadlock with the deletion of an account,
-- which locks in the opposite order.
create unlogged table private.recent_acts (
  user_id uuid not null,
  act text not null,
  short_count int not null,
  short_ends timestamptz not null,
  long_count int not null,
  long_ends timestamptz not null,
  primary key (user_id, act)
)
-- Each act updates a row: free space on the page allows heap-only updates, which touch no index.
with (fillfactor = 50);

comment on table private.recent_acts is
  'Numbers of recent acts of accounts, including acts that were undone. The counts expire at short_ends and long_ends.';
comment on column private.recent_acts.user_id is
  'The account; of visitors'' acts the beginning of a keyed hash of their network or mail address.';

create index recent_acts_long_ends_idx on private.recent_acts (long_ends);

alter table private.act_limits enable row level security;
alter table private.recent_acts enable row level security;

-- The row is locked until the transaction ends, so that concurrent acts do not all pass the limit.
create function private.count_acts_of(doer uuid, act_done text, amount int) returns interval
language plpgsql
set search_path = ''
as $$
declare
  allowed private.act_limits;
  taken private.recent_acts;
begin
  select * into strict allowed from private.act_limits where act = act_done;
  if amount > allowed.long_max then
    return allowed.long;
  elsif amount > allowed.short_max then
    return allowed.short;
  end if;

  insert into private.recent_acts as acts (user_id, act, short_count, short_ends, long_count, long_ends)
  values (doer, act_done, amount, now() + allowed.short, amount, now() + allowed.long)
  on conflict (user_id, act) do update set
    short_count = excluded.short_count
      + case when acts.short_ends > now() then acts.short_count else 0 end,
    short_ends = case when acts.short_ends > now() then acts.short_ends else excluded.short_ends end,
    long_count = excluded.long_count
      + case when acts.long_ends > now() then acts.long_count else 0 end,
    long_ends = case when acts.long_ends > now() then acts.long_ends else excluded.long_ends end
  where (acts.short_ends <= now() or acts.short_count + excluded.short_count <= allowed.short_max)
    and (acts.long_ends <= now() or acts.long_count + excluded.long_count <= allowed.long_max)
  returning * into taken;
  if not found then
    select * into taken from private.recent_acts where user_id = doer and act = act_done;
    return case
      when taken.long_ends > now() and taken.long_count + amount > allowed.long_max then allowed.long
      else allowed.short
    end;
  end if;

  -- Expired counts of all accounts are deleted when a new count begins; locked rows are skipped.
  if taken.long_ends = now() + allowed.long then
    delete from private.recent_acts
    where ctid = any (array(
      select ctid from private.recent_acts
      where long_ends <= now() limit 100 for update skip locked
    ));
  end if;
  return null;
end
$$;
comment on function private.count_acts_of is
  'Counts acts. If they exceed a limit, counts nothing and returns the time for which it applies. A negative number takes counted acts back.';

-- Writes of the server, without an account, are not limited.
create function private.count_acts(act_done text, amount int) returns interval
language plpgsql security definer
set search_path = ''
as $$
begin
  return case when auth.uid() is not null then
    private.count_acts_of(auth.uid(), act_done, amount)
  end;
end
$$;
comment on function private.count_acts is 'Counts acts of the caller, as private.count_acts_of does.';

create function private.limit_sentence(act_done text, span interval) returns text
language sql stable
set search_path = ''
as $$
  select case span
    when interval '1 minute' then 'You are ' || doing || ' very fast. Please wait a minute.'
    when interval '1 hour' then 'You have ' || done || ' within the last hour. Please try again later.'
    else 'You have ' || done || ' within the last day. Please try again tomorrow.'
  end
  from private.act_limits where act = act_done
$$;
comment on function private.limit_sentence is 'What somebody reads who has reached a limit.';

create function private.refuse_beyond_limit(act_done text, span interval) returns void
language plpgsql
set search_path = ''
as $$
begin
  if span is not null then
    -- PostgREST answers PT429 with the status 429, Too Many Requests.
    raise exception '%', private.limit_sentence(act_done, span) using errcode = 'PT429';
  end if;
end
$$;
comment on function private.refuse_beyond_limit is 'Raises an error if the time of a reached limit is given.';

create function private.consume_quota(act_done text, amount int) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Reading, and what an account's owner settles with the product alone, is open to people who are suspended.
  if act_done not in ('read', 'conversation', 'push', 'push test', 'mail', 'export') then
    perform private.require_may_write(act_done in ('block', 'mute', 'decline', 'report'));
  end if;
  perform private.refuse_beyond_limit(act_done, private.count_acts(act_done, amount));
end
$$;
comment on function private.consume_quota is
  'Counts acts of the caller, and raises an error beyond the limit, and for people who are suspended.';

-- Deletes an account's counts with its profile. A locked count is deleted after it has expired.
create function private.delete_account_acts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from private.recent_acts
  where ctid = any (array(
    select ctid from private.recent_acts where user_id = old.user_id for update skip locked
  ));
  return null;
end
$$;

create trigger delete_account_acts after delete on public.profiles
  for each row execute function private.delete_account_acts();

-- Counts for the caller, not for the account that the row names: a row on behalf of another account
-- is refused by its policy, and reveals nothing about that account's counts.
create function private.limit_acts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.consume_quota(tg_argv[0], 1);
  return new;
end
$$;

create trigger limit_drops before insert on public.voice_drops
  for each row execute function private.limit_acts('drop');
-- Every update: one that changes nothing writes a version of the row as well, which is sent to subscribers.
create trigger limit_edits before update of title, hashtags, privacy_level, allows_voice_replies
  on public.voice_drops
  for each row execute function private.limit_acts('edit');
create trigger limit_profile_edits before update of username, bio, avatar_url, is_private on public.profiles
  for each row when (
    (old.username, old.bio, old.avatar_url, old.is_private)
      is distinct from (new.username, new.bio, new.avatar_url, new.is_private)
  )
  execute function private.limit_acts('profile');
create trigger limit_comments before insert on public.voice_drop_comments
  for each row execute function private.limit_acts('comment');
create trigger limit_likes before insert on public.voice_drop_likes
  for each row execute function private.limit_acts('like');
create trigger limit_comment_likes before insert on public.voice_drop_comment_likes
  for each row execute function private.limit_acts('comment like');
create trigger limit_bookmarks before insert on public.bookmarks
  for each row execute function private.limit_acts('bookmark');
-- An approved request is a follow of somebody else. Clients cannot write such a row themselves.
create trigger limit_follows before insert on public.follows
  for each row when (new.follower_id = auth.uid()) execute function private.limit_acts('follow');
create trigger limit_declines before insert on public.follow_declines
  for each row execute function private.limit_acts('decline');
create trigger limit_blocks before insert on public.blocks
  for each row execute function private.limit_acts('block');
create trigger limit_mutes before insert on public.mutes
  for each row execute function private.limit_acts('mute');
create trigger limit_reports before insert on public.reports
  for each row execute function private.limit_acts('report');

-- Once for a statement, which may mark all notifications of the caller.
create function private.limit_marks() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.consume_quota('read', count(*)::int) from new_rows having count(*) > 0;
  return null;
end
$$;

create trigger limit_marks after update on public.notifications
  referencing new table as new_rows
  for each statement execute function private.limit_marks();

create function private.limit_mentions() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  mentioned int;
begin
  select count(*) into mentioned
  from public.profiles
  where handle in (select private.mentioned_handles(new.content)) and user_id <> new.user_id;
  if mentioned > 0 then
    perform private.consume_quota('mention', mentioned);
  end if;
  return new;
end
$$;

create trigger limit_mentions before insert on public.voice_drop_comments
  for each row when (position('@' in new.content) > 0)
  execute function private.limit_mentions();

create function public.count_masking() returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  if not private.is_fully_signed_in() then
    raise exception 'Masking a clip takes your second factor.'
      using errcode = 'insufficient_privilege';
  end if;
  perform private.consume_quota('mask', 1);
end
$$;
comment on function public.count_masking is
  'Counts a clip that the function voice-transform masks for the caller, and refuses it with 429 beyond the limit.';
revoke all on function public.count_masking from anon, service_role;
grant execute on function public.count_masking to authenticated;
