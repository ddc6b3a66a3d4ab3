-- Hot and Trending order drops by a stored key, which does not have to be recomputed as time passes: a
-- drop's time of posting, plus one half-life each time that its score doubles. The score is one plus the
-- weighted numbers of different accounts that played the drop to its end, liked, commented on or
-- bookmarked it.

-- Operators who want other weights or half-lives change this function.
create function private.ranking_constants(
  out listened double precision,
  out liked double precision,
  out commented double precision,
  out bookmarked double precision,
  out network_limit double precision,
  out hot_half_life interval,
  out trending_half_life interval
)
language sql immutable
begin atomic
  select 1.0::double precision, 2.0::double precision, 3.0::double precision, 2.0::double precision,
    2.0::double precision, interval '12 hours', interval '1 hour';
end;
comment on function private.ranking_constants is
  'How much one account adds to a drop''s score by each of its acts, how much accounts add at most that were created together from one network, and the half-lives of the lists. As in packages/domain: RANKING_WEIGHTS, RANKING_NETWORK_LIMIT, RANKING_HALF_LIFE_HOURS.';

create table private.voice_drop_ranks (
  voice_drop_id uuid primary key references public.voice_drops (id) on delete cascade,
  user_id uuid not null,
  -- Whether visitors can see the drop.
  is_public boolean not null,
  posted_at timestamptz not null,
  listened int not null default 0,
  listened_new int not null default 0,
  liked int not null default 0,
  liked_new int not null default 0,
  commented int not null default 0,
  commented_new int not null default 0,
  bookmarked int not null default 0,
  bookmarked_new int not null default 0,
  hot bigint not null,
  trending bigint not null,
  constraint voice_drop_ranks_terms_check check (
    0 <= all (array[
      listened, listened_new, liked, liked_new, commented, commented_new, bookmarked, bookmarked_new
    ])
  )
)
with (fillfactor = 80);

comment on table private.voice_drop_ranks is
  'Each drop''s keys in Hot and Trending, and the numbers that they are computed from. Maintained by triggers. Read through its view.';
comment on column private.voice_drop_ranks.listened is
  'Number of accounts that played the drop to its end and are older than a week; listened_new counts the younger ones.';
comment on column private.voice_drop_ranks.hot is
  'Milliseconds since 1970: the time of posting at which a drop without reactions would have the same place.';

create index voice_drop_ranks_hot_idx
  on private.voice_drop_ranks (hot desc, voice_drop_id desc) where is_public;
create index voice_drop_ranks_trending_idx
  on private.voice_drop_ranks (trending desc, voice_drop_id desc) where is_public;

alter table private.voice_drop_ranks enable row level security;

-- Runs as its owner, like voice_drop_words: public drops need no policy. The drops themselves are read
-- from voice_drops, whose policies apply.
create view public.voice_drop_ranks as
  select
    voice_drop_id, user_id, posted_at, hot, trending, listened, listened_new, liked, liked_new,
    commented, commented_new, bookmarked, bookmarked_new
  from private.voice_drop_ranks
  where is_public and user_id <> all ((select private.unlisted_ids())::uuid[])
    and (select private.is_fully_signed_in());

comment on view public.voice_drop_ranks is
  'Keys of public drops in Hot and Trending, and the numbers that they are computed from. Excludes people across a block and muted ones.';

grant select (
  voice_drop_id, user_id, posted_at, hot, trending, listened, listened_new, liked, liked_new,
  commented, commented_new, bookmarked, bookmarked_new
) on public.voice_drop_ranks to anon, authenticated;

create function private.milliseconds(span interval) returns double precision
language sql immutable
return 1000 * extract(epoch from span)::double precision;

create function private.milliseconds(moment timestamptz) returns double precision
language sql immutable
return 1000 * extract(epoch from moment)::double precision;

-- Computes both keys at once, since each reaction waits for them.
create function private.set_ranking_keys() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  constants constant record := private.ranking_constants();
  posted constant double precision := private.milliseconds(new.posted_at);
  doublings constant double precision := ln(
    1 + constants.listened * (new.listened + new.listened_new / 2.0)
    + constants.liked * (new.liked + new.liked_new / 2.0)
    + constants.commented * (new.commented + new.commented_new / 2.0)
    + constants.bookmarked * (new.bookmarked + new.bookmarked_new / 2.0)
  ) / ln(2::double precision);
begin
  new.hot := floor(posted + private.milliseconds(constants.hot_half_life) * doublings);
  new.trending := floor(posted + private.milliseconds(constants.trending_half_life) * doublings);
  return new;
end
$$;

create trigger set_ranking_keys
  before insert or update of posted_at, listened, listened_new, liked, liked_new, commented,
    commented_new, bookmarked, bookmarked_new
  on private.voice_drop_ranks
  for each row execute function private.set_ranking_keys();

-- Ranks are locked in one order, as described at voice_drop_counts.
-- created_at changes only when an operator sets it, for imported drops; the rank follows.
create function private.maintain_drop_ranks() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  changed uuid[];
begin
  if tg_op = 'INSERT' then
    insert into private.voice_drop_ranks (voice_drop_id, user_id, is_public, posted_at)
    -- A drop that is imported with a time in the future would stay at the top.
    select id, user_id, audience = 'public' and not is_flagged, least(created_at, now())
    from new_rows;
    return null;
  end if;
  changed := array(
    select id from old_rows as old_row join new_rows as new_row using (id)
    where (old_row.audience, old_row.is_flagged, old_row.created_at)
      <> (new_row.audience, new_row.is_flagged, new_row.created_at)
  );
  if changed <> '{}' then
    perform from private.voice_drop_ranks where voice_drop_id = any (changed)
    order by voice_drop_id for no key update;
    update private.voice_drop_ranks as rank
    set is_public = new_row.audience = 'public' and not new_row.is_flagged,
      posted_at = case
        when new_row.created_at <> old_row.created_at then least(new_row.created_at, now())
        else rank.posted_at
      end
    from old_rows as old_row join new_rows as new_row using (id)
    where rank.voice_drop_id = id and id = any (changed);
  end if;
  return null;
end
$$;

create trigger rank_drops_on_insert after insert on public.voice_drops
  referencing new table as new_rows
  for each statement execute function private.maintain_drop_ranks();
create trigger rank_drops_on_update after update on public.voice_drops
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.maintain_drop_ranks();
