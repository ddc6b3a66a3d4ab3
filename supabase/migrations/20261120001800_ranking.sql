-- Hot and Trending: drops in the order of a key that is stored and does not age, so that nothing is
-- computed again as time passes. A reaction that doubles a drop's score moves it as far as a post that
-- came a half-life later. The score is one and the weighted numbers of different accounts that heard
-- the drop to its end, liked, commented or bookmarked it.

create table public.ranking_weights (
  term text primary key,
  weight double precision not null,
  constraint ranking_weights_term_check
    check (term in ('listened', 'liked', 'commented', 'bookmarked')),
  constraint ranking_weights_weight_check check (weight >= 0 and weight <= 1000)
);

comment on table public.ranking_weights is
  'How much one account adds to a drop''s score by each of its acts. An account younger than a week adds half.';

-- As in packages/domain: RANKING_WEIGHTS.
insert into public.ranking_weights values
  ('listened', 1), ('liked', 2), ('commented', 3), ('bookmarked', 2);

create table public.ranking_lists (
  list text primary key,
  half_life interval not null,
  constraint ranking_lists_list_check check (list in ('hot', 'trending')),
  constraint ranking_lists_half_life_check
    check (half_life >= interval '1 minute' and half_life <= interval '1 year')
);

comment on table public.ranking_lists is
  'In what time twice the score is needed for the same place in a list.';

-- As in packages/domain: RANKING_HALF_LIVES.
insert into public.ranking_lists values ('hot', '12 hours'), ('trending', '1 hour');

revoke all on public.ranking_weights, public.ranking_lists from anon, authenticated;
grant all on public.ranking_weights, public.ranking_lists to service_role;

revoke insert, delete, truncate on public.ranking_weights, public.ranking_lists from service_role;
grant select (term, weight) on public.ranking_weights to anon, authenticated;
grant select (list, half_life) on public.ranking_lists to anon, authenticated;

alter table public.ranking_weights enable row level security;
alter table public.ranking_lists enable row level security;

create policy "Everybody knows what counts how much"
  on public.ranking_weights for select to anon, authenticated using (true);
create policy "Everybody knows how fast the lists age"
  on public.ranking_lists for select to anon, authenticated using (true);

create table private.voice_drop_ranks (
  voice_drop_id uuid primary key references public.voice_drops (id) on delete cascade,
  user_id uuid not null,
  -- Whether visitors see the drop.
  is_open boolean not null,
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
  'Each drop''s places in Hot and Trending, and the numbers that make them. Kept by triggers. Read through its view.';
comment on column private.voice_drop_ranks.listened is
  'How many accounts heard the drop to its end, without those younger than a week, which listened_new has.';
comment on column private.voice_drop_ranks.hot is
  'Milliseconds since 1970: when a drop without a score would have had to be posted to stand here.';

create index voice_drop_ranks_hot_idx
  on private.voice_drop_ranks (hot desc, voice_drop_id desc) where is_open;
create index voice_drop_ranks_trending_idx
  on private.voice_drop_ranks (trending desc, voice_drop_id desc) where is_open;

alter table private.voice_drop_ranks enable row level security;

-- Reads as its owner, like voice_drop_words: what visitors may see needs no judgement. Whoever reads
-- the drops themselves is judged by their policies.
create view public.voice_drop_ranks as
  select
    voice_drop_id, user_id, posted_at, hot, trending, listened, listened_new, liked, liked_new,
    commented, commented_new, bookmarked, bookmarked_new
  from private.voice_drop_ranks
  where is_open and user_id <> all ((select private.hidden_ids())::uuid[]);

comment on view public.voice_drop_ranks is
  'Places of public drops in Hot and Trending, with what makes them. Leaves out people on the other side of a block.';

revoke all on public.voice_drop_ranks from anon, authenticated;
grant all on public.voice_drop_ranks to service_role;
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

-- A reaction's write asked two tables for their weights and half-lives. It finds them in one row now.

create table private.ranking_settings (
  id boolean primary key default true,
  listened double precision not null,
  liked double precision not null,
  commented double precision not null,
  bookmarked double precision not null,
  hot_half_life interval not null,
  trending_half_life interval not null,
  constraint ranking_settings_id_check check (id)
);

comment on table private.ranking_settings is
  'The weights and half-lives of ranking_weights and ranking_lists in one row. Kept by their triggers.';

alter table private.ranking_settings enable row level security;

create function private.copy_ranking_settings() returns void
language sql
set search_path = ''
as $$
  insert into private.ranking_settings (
    listened, liked, commented, bookmarked, hot_half_life, trending_half_life
  )
  select
    (select weight from public.ranking_weights where term = 'listened'),
    (select weight from public.ranking_weights where term = 'liked'),
    (select weight from public.ranking_weights where term = 'commented'),
    (select weight from public.ranking_weights where term = 'bookmarked'),
    (select half_life from public.ranking_lists where list = 'hot'),
    (select half_life from public.ranking_lists where list = 'trending')
  on conflict (id) do update
  set listened = excluded.listened,
    liked = excluded.liked,
    commented = excluded.commented,
    bookmarked = excluded.bookmarked,
    hot_half_life = excluded.hot_half_life,
    trending_half_life = excluded.trending_half_life
$$;

select private.copy_ranking_settings();

-- Both keys of a score at once, since each reaction waits for them: the time of posting, later by a
-- half-life each time that the score doubles.
create function private.set_ranking_keys() returns trigger
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

create trigger set_ranking_keys
  before insert or update of posted_at, listened, listened_new, liked, liked_new, commented,
    commented_new, bookmarked, bookmarked_new
  on private.voice_drop_ranks
  for each row execute function private.set_ranking_keys();

create function private.compute_ranking_keys() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.copy_ranking_settings();
  update private.voice_drop_ranks set posted_at = posted_at;
  return null;
end
$$;

create trigger compute_ranking_keys after update on public.ranking_weights
  for each statement execute function private.compute_ranking_keys();
create trigger compute_ranking_keys after update on public.ranking_lists
  for each statement execute function private.compute_ranking_keys();

-- Operators set the time of what they import, whose place it is.
create function private.keep_rank() returns trigger
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
create trigger keep_rank
  after insert or update of privacy_level, audience, is_flagged, created_at on public.voice_drops
  for each row execute function private.keep_rank();

-- “Why is this here?” tells how fast a list ages, which an operator may change, and would have to take an
-- interval's text apart.

create function public.half_life_hours(public.ranking_lists) returns double precision
language sql stable
set search_path = ''
return extract(epoch from $1.half_life)::double precision / 3600;

comment on function public.half_life_hours is 'A list''s half-life in hours.';
revoke all on function public.half_life_hours from public;
grant execute on function public.half_life_hours to anon, authenticated, service_role;
