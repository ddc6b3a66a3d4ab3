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

create or replace function private.set_ranking_keys() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  settings private.ranking_settings;
  score double precision;
begin
  select * into strict settings from private.ranking_settings;
  score := 1
    + settings.listened * (new.listened + new.listened_new / 2.0)
    + settings.liked * (new.liked + new.liked_new / 2.0)
    + settings.commented * (new.commented + new.commented_new / 2.0)
    + settings.bookmarked * (new.bookmarked + new.bookmarked_new / 2.0);
  new.hot := private.ranking_key(new.posted_at, score, settings.hot_half_life);
  new.trending := private.ranking_key(new.posted_at, score, settings.trending_half_life);
  return new;
end
$$;

create or replace function private.compute_ranking_keys() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.copy_ranking_settings();
  update private.voice_drop_ranks set posted_at = posted_at;
  return null;
end
$$;
