-- The drops of the people and hashtags that an account follows.

create function public.following_drops(
  before timestamptz default 'infinity',
  before_id uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff'
) returns setof public.voice_drops
language plpgsql stable rows 20
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  muted_ids constant uuid[] := private.muted_ids();
  muted_tags constant text[] := private.muted_subjects('hashtag');
  muted_words constant text[] := private.muted_subjects('word');
  people constant uuid[] := array(
    select person from unnest(private.followed_ids()) as person
    where person <> all (muted_ids)
  );
  tags constant text[] := array(select tag from public.followed_hashtags where user_id = me);
  page uuid[];
begin
  -- Whoever follows many people finds a page among the latest drops of all.
  page := array(
    select id
    from (
      select id, user_id, hashtags, title, created_at from public.voice_drops
      where (created_at, id) < (before, before_id)
      order by created_at desc, id desc limit 1000
    ) as latest
    where user_id <> me
      and (user_id in (select unnest(people)) or hashtags && tags)
      and user_id <> all (muted_ids)
      and not hashtags && muted_tags
      and not private.contains_any_word(title, muted_words)
    order by created_at desc, id desc limit 20
  );
  if cardinality(page) < 20 then
    -- The page's drops are by the twenty people whose latest drops are the latest.
    page := array(
      with authors as (
        select author
        from unnest(people) as author
        cross join lateral (
          select created_at, id from public.voice_drops
          where user_id = author and (created_at, id) < (before, before_id)
            and not hashtags && muted_tags
            and not private.contains_any_word(title, muted_words)
          order by created_at desc, id desc limit 1
        ) as latest
        order by latest.created_at desc, latest.id desc limit 20
      ), of_people as (
        select latest.created_at, latest.id
        from authors
        cross join lateral (
          select created_at, id from public.voice_drops
          where user_id = author and (created_at, id) < (before, before_id)
            and not hashtags && muted_tags
            and not private.contains_any_word(title, muted_words)
          order by created_at desc, id desc limit 20
        ) as latest
      ), tagged as materialized (
        -- By the index of hashtags: in the order of time, most drops would be read to find the few.
        select voice_drop_id from public.voice_drop_words where hashtags && tags
      ), of_tags as (
        select created_at, id from public.voice_drops
        where id in (select voice_drop_id from tagged)
          and user_id <> me and (created_at, id) < (before, before_id)
          and user_id <> all (muted_ids)
          and not hashtags && muted_tags
          and not private.contains_any_word(title, muted_words)
        order by created_at desc, id desc limit 20
      )
      select id from (select * from of_people union select * from of_tags) as found
      order by created_at desc, id desc limit 20
    );
  end if;
  return query
    select * from public.voice_drops where id = any (page) order by created_at desc, id desc;
end
$$;
comment on function public.following_drops is
  'The caller''s next 20 drops of followed people and hashtags before a moment and id, newest first. Runs as the caller, whose policies decide which drops there are.';
revoke all on function public.following_drops from anon;
grant execute on function public.following_drops to authenticated;
