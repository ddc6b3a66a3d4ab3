-- The drops of the people and hashtags that an account follows.

-- With it, a page of somebody who follows thousands of people reads the drops of only those who posted last. A time
-- stays when a drop is deleted, since it remains true that nothing was posted after it.
create table private.latest_posts (
  user_id uuid primary key references public.profiles (user_id) on delete cascade,
  posted_at timestamptz not null
)
with (fillfactor = 80);

comment on table private.latest_posts is
  'Times after which accounts have posted nothing. Maintained by a trigger.';

alter table private.latest_posts enable row level security;

create function private.maintain_latest_post() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into private.latest_posts as latest (user_id, posted_at)
  values (new.user_id, new.created_at)
  on conflict (user_id) do update set posted_at = excluded.posted_at
  where latest.posted_at < excluded.posted_at;
  return null;
end
$$;

-- An operator sets created_at, for imported drops.
create trigger maintain_latest_post after insert or update of created_at on public.voice_drops
  for each row execute function private.maintain_latest_post();

-- Without policies, since no row of another account is returned to the caller of following_drops, which reads
-- the drops by the caller's policies.
create function private.latest_of_followed(before timestamptz)
returns table (author uuid, posted_at timestamptz)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return query
    select *
    from (
      select user_id, case
        when latest.posted_at <= before then latest.posted_at
        else (
          select created_at from public.voice_drops
          where user_id = latest.user_id and created_at <= before
          order by created_at desc, id desc limit 1
        )
      end as bound
      from private.latest_posts as latest
      where user_id = any (private.followed_ids())
    ) as followed
    where bound is not null
    order by bound desc;
end
$$;
comment on function private.latest_of_followed is
  'The people whom the caller follows and who posted until a moment, each with a time after which, until then, they posted nothing. The latest first.';
grant execute on function private.latest_of_followed to authenticated;

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
  people constant uuid[] := private.followed_ids();
  tags constant text[] := array(select tag from public.followed_hashtags where user_id = me);
  page public.voice_drops[];
  drops public.voice_drops[];
  followed record;
begin
  -- For somebody who follows many people, the latest drops of all contain a page.
  page := array(
    select latest
    from (
      select * from public.voice_drops
      where (created_at, id) < (before, before_id) and audience <> 'unlisted'
      order by created_at desc, id desc limit 1000
    ) as latest
    where user_id <> me
      and (user_id in (select unnest(people)) or (hashtags && tags and not is_flagged))
      and user_id <> all (muted_ids)
      and not hashtags && muted_tags
      and not private.contains_any_word(title, muted_words)
    order by created_at desc, id desc limit 20
  );
  if cardinality(page) < 20 then
    page := array(
      select voice_drops
      from (
        select voice_drop_id from public.voice_drop_words
        where hashtags && tags
          and user_id <> me and (created_at, voice_drop_id) < (before, before_id)
          and user_id <> all (muted_ids)
          and not hashtags && muted_tags
          and not private.contains_any_word(title, muted_words)
        order by created_at desc, voice_drop_id desc limit 20
      ) as tagged
      join public.voice_drops on id = voice_drop_id
      order by created_at desc, id desc
    );
    -- Until the page is full and everybody who is left posted before its last drop.
    for followed in select * from private.latest_of_followed(before) loop
      exit when page[20].created_at > followed.posted_at;
      continue when followed.author = any (muted_ids);
      drops := array(
        select voice_drops from public.voice_drops
        where user_id = followed.author and (created_at, id) < (before, before_id)
          and audience <> 'unlisted'
          and created_at >= coalesce(page[20].created_at, '-infinity')
          and not hashtags && muted_tags
          and not private.contains_any_word(title, muted_words)
        order by created_at desc, id desc limit 20
      );
      continue when drops = '{}';
      page := array(
        select either from (select distinct either from unnest(page || drops) as either) as merged
        order by (either).created_at desc, (either).id desc limit 20
      );
    end loop;
  end if;
  return query select * from unnest(page);
end
$$;
comment on function public.following_drops is
  'The caller''s next 20 drops of followed people and hashtags before a moment and id, newest first. Runs as the caller, whose policies decide which drops there are.';
revoke all on function public.following_drops from anon;
grant execute on function public.following_drops to authenticated;
