-- Which accounts count toward rankings, and why that must not reveal other people's acts.
--
-- No listening history is kept. An account and a drop are stored together only as a hash, with a salt
-- that changes daily and is deleted after two days. Until then an account is not counted twice and can
-- take an act back; afterwards only the numbers remain.

create table private.ranking_salts (
  day date primary key,
  salt text not null default gen_random_uuid() || '-' || gen_random_uuid()
);

comment on table private.ranking_salts is
  'The salts of today and yesterday. Without them, no row of ranking_acts can be attributed to an account.';

-- Unlogged: after a crash empties the table, an account may be counted twice within two days.
create unlogged table private.ranking_acts (
  key bytea primary key,
  day date not null,
  started_at timestamptz,
  reached_half boolean not null default false,
  reached_end boolean not null default false,
  ranking_class text,
  listened boolean not null default false,
  liked boolean not null default false,
  commented boolean not null default false,
  bookmarked boolean not null default false
)
with (fillfactor = 70);

comment on table private.ranking_acts is
  'The acts of an account on a drop that were counted today or yesterday. The key is a salted hash of account and drop. Rows whose key is a hash of account and author or hashtag have no other values.';
comment on column private.ranking_acts.started_at is
  'When a play was counted. Listening to half or all of the drop is rejected if less time has passed than it takes.';
comment on column private.ranking_acts.ranking_class is
  'established, or new, which counts half. Null while the account''s acts on the drop do not count.';

create index ranking_acts_day_idx on private.ranking_acts (day);

alter table private.ranking_salts enable row level security;
alter table private.ranking_acts enable row level security;

create function private.ranking_day() returns date
language sql stable
return (now() at time zone 'UTC')::date;

create function private.ranking_salt() returns text
language plpgsql
set search_path = ''
as $$
declare
  today constant date := private.ranking_day();
  found_salt text;
begin
  select salt into found_salt from private.ranking_salts where day = today;
  if not found then
    insert into private.ranking_salts (day) values (today) on conflict (day) do nothing;
    select salt into strict found_salt from private.ranking_salts where day = today;
  end if;
  return found_salt;
end
$$;
comment on function private.ranking_salt is 'The salt of today, which the first call of the day creates.';

create function private.hash_ranking_key(salt text, about text) returns bytea
-- Not immutable, since convert_to is not: otherwise the planner would not inline it.
language sql stable
return sha256(convert_to(salt || ' ' || about, 'UTF8'));

create function private.insert_daily_key(about text) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  insert into private.ranking_acts (key, day)
  values (private.hash_ranking_key(private.ranking_salt(), about), private.ranking_day())
  on conflict (key) do nothing;
  return found;
end
$$;
comment on function private.insert_daily_key is 'Inserts a key for today. Returns false if it exists.';

create function private.ranking_act_keys(actor uuid, drop_id uuid) returns bytea[]
language plpgsql stable
set search_path = ''
as $$
begin
  return array(
    select private.hash_ranking_key(salt, actor || ' ' || drop_id) from private.ranking_salts
    where day >= private.ranking_day() - 1
  );
end
$$;
comment on function private.ranking_act_keys is
  'Hashes of account and drop under the salts of today and yesterday.';

create function private.lock_ranking_acts(actor uuid, drop_id uuid) returns private.ranking_acts
language plpgsql
set search_path = ''
as $$
declare
  known private.ranking_acts;
begin
  select * into known from private.ranking_acts
  where key = any (private.ranking_act_keys(actor, drop_id)) order by day for update;
  if not found then
    perform private.insert_daily_key(actor || ' ' || drop_id);
    select * into known from private.ranking_acts
    where key = any (private.ranking_act_keys(actor, drop_id)) order by day for update;
  end if;
  return known;
end
$$;
comment on function private.lock_ranking_acts is
  'Locks and returns the row of an account and a drop, which it inserts if there is none.';

create function private.account_ranking_class(account uuid) returns text
language plpgsql stable security definer
set search_path = ''
as $$
declare
  joined_at timestamptz;
begin
  -- Without address confirmation, accounts are confirmed when they are created.
  select least(users.created_at, profiles.created_at) into joined_at
  from auth.users left join public.profiles on profiles.user_id = users.id
  where users.id = account and users.confirmed_at is not null;
  return case
    when joined_at <= now() - interval '1 week' then 'established'
    when joined_at <= now() - interval '1 day' then 'new'
  end;
end
$$;
comment on function private.account_ranking_class is
  'established (counts fully), new (counts half), or null (does not count).';

-- Whether an act counts must not depend on what the drop's author has played or bookmarked: the author
-- would learn of acts that are private. So each direction between two people counts once a day on its
-- own; only among acts that the other person can see, a like excludes a like back, and a comment a
-- comment back.
create function private.grant_ranking_eligibility(
  known private.ranking_acts, actor uuid, drop_id uuid
) returns void
language plpgsql
set search_path = ''
as $$
declare
  class text;
  author uuid;
begin
  if known.ranking_class is not null then
    return;
  end if;
  class := private.account_ranking_class(actor);
  if class is null then
    return;
  end if;
  select user_id into author from private.voice_drop_ranks where voice_drop_id = drop_id;
  -- An account counts for one drop a day of the same author.
  if author <> actor and private.insert_daily_key('listen:' || actor || ':' || author) then
    update private.ranking_acts set ranking_class = class where key = known.key;
  end if;
end
$$;
comment on function private.grant_ranking_eligibility is
  'Marks the account eligible to affect this drop''s ranking. known: its locked row of ranking_acts.';

create function private.claim_one_way_reaction(actor uuid, term text, author uuid) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  salt constant text := private.ranking_salt();
begin
  if exists (
    select from private.ranking_acts
    where key = private.hash_ranking_key(salt, concat_ws(':', term, author, actor))
  ) then
    return false;
  end if;
  insert into private.ranking_acts (key, day)
  values (private.hash_ranking_key(salt, concat_ws(':', term, actor, author)), private.ranking_day())
  on conflict (key) do nothing;
  return true;
end
$$;
comment on function private.claim_one_way_reaction is
  'Records that actor likes, or comments on, a drop of author. Returns false if author has done the same to a drop of actor today.';

create function private.count_act(actor uuid, drop_id uuid, term text, is_done boolean)
returns text
language plpgsql
set search_path = ''
as $$
declare
  counted_as text;
  step constant int := case when is_done then 1 else -1 end;
  constants constant record := private.ranking_constants();
  weight constant double precision := case term
    when 'listened' then constants.listened
    when 'liked' then constants.liked
    when 'commented' then constants.commented
    when 'bookmarked' then constants.bookmarked
  end;
begin
  update private.ranking_acts as acts
  set listened = case term when 'listened' then is_done else acts.listened end,
    liked = case term when 'liked' then is_done else acts.liked end,
    commented = case term when 'commented' then is_done else acts.commented end,
    bookmarked = case term when 'bookmarked' then is_done else acts.bookmarked end
  where key = any (private.ranking_act_keys(actor, drop_id))
    and ranking_class is not null
    and is_done <> case term
      when 'listened' then acts.listened
      when 'liked' then acts.liked
      when 'commented' then acts.commented
      when 'bookmarked' then acts.bookmarked
    end
    -- A like counts only if the account has played at least half of the drop.
    and (term <> 'liked' or reached_half)
  returning ranking_class into counted_as;
  if counted_as is not null and not private.claim_network_weight(
    actor, drop_id, step * weight * case counted_as when 'new' then 0.5 else 1 end
  ) then
    update private.ranking_acts as acts
    set listened = acts.listened and term <> 'listened',
      liked = acts.liked and term <> 'liked',
      commented = acts.commented and term <> 'commented',
      bookmarked = acts.bookmarked and term <> 'bookmarked'
    where key = any (private.ranking_act_keys(actor, drop_id));
    return null;
  end if;
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
  'Counts an act of an account on a drop, or subtracts it. Returns the account''s ranking class; null if nothing changed: the act was counted before, the account is not eligible, or the accounts that were created with it have added enough.';

create function private.count_added_act(actor uuid, drop_id uuid, term text) returns void
language plpgsql
set search_path = ''
as $$
declare
  author uuid;
begin
  if term in ('liked', 'commented') then
    select user_id into author from private.voice_drop_ranks where voice_drop_id = drop_id;
    if author = actor or not private.claim_one_way_reaction(actor, term, author) then
      return;
    end if;
  end if;
  -- The acts that were counted on earlier days are forgotten, but an earlier comment is still there.
  if term = 'commented' and exists (
    select from public.voice_drop_comments
    where voice_drop_id = drop_id
      and user_id = actor
      and created_at < private.ranking_day()::timestamp at time zone 'UTC'
  ) then
    return;
  end if;
  -- Most accounts have played the drop and are eligible. A like does not make an account eligible.
  if private.count_act(actor, drop_id, term, is_done => true) is null and term <> 'liked' then
    perform private.grant_ranking_eligibility(
      private.lock_ranking_acts(actor, drop_id), actor, drop_id
    );
    perform private.count_act(actor, drop_id, term, is_done => true);
  end if;
end
$$;
comment on function private.count_added_act is 'Counts a new act of an account on a drop, if it is eligible.';

-- Per statement, so that the drops of a request are locked in order.
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
    -- Acts on a deleted drop are left out: its rank is deleted with it.
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
