-- Hashtags that people follow, what is beside a hashtag, and what a search suggests while it is typed.

create table public.followed_hashtags (
  user_id uuid not null default auth.uid() references public.profiles (user_id) on delete cascade,
  tag text collate "C" not null,
  created_at timestamptz not null default now(),
  primary key (user_id, tag),
  constraint followed_hashtags_tag_check check (tag ~ '^[^\s#]{1,49}$' and tag = lower(tag))
);

comment on table public.followed_hashtags is
  'Hashtags that accounts follow, visible to their owner only. Lower case, without the #.';

revoke all on public.followed_hashtags from anon, authenticated;
grant all on public.followed_hashtags to service_role;
grant select (user_id, tag, created_at), insert (user_id, tag), delete
  on public.followed_hashtags to authenticated;

alter table public.followed_hashtags enable row level security;

create policy "People see the hashtags that they follow"
  on public.followed_hashtags for select to authenticated
  using (user_id = (select auth.uid()));

create policy "People follow hashtags"
  on public.followed_hashtags for insert to authenticated
  with check (user_id = (select auth.uid()));

create policy "People stop following hashtags"
  on public.followed_hashtags for delete to authenticated
  using (user_id = (select auth.uid()));

create policy "Followed hashtags ask for the second factor"
  on public.followed_hashtags as restrictive to authenticated
  using ((select private.is_fully_signed_in()));

-- Triggers run in the order of their names: this one locks the account's row of recent acts, so that
-- the next one counts what is committed.
create trigger limit_follows before insert on public.followed_hashtags
  for each row execute function private.limit_acts('follow');

create function private.limit_followed_hashtags() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- On behalf of another account the policy refuses; an error here would tell what that one follows.
  if new.user_id = auth.uid()
    and (select count(*) from public.followed_hashtags where user_id = new.user_id) >= 100
  then
    raise exception 'You follow 100 hashtags, which is the most. Please unfollow one first.'
      using errcode = 'PT429';
  end if;
  return new;
end
$$;

create trigger limit_number before insert on public.followed_hashtags
  for each row execute function private.limit_followed_hashtags();

create function public.related_tags(tag text) returns setof text
language plpgsql stable
set search_path = ''
-- A frequent hashtag is read by time, a rare one by its index: that is planned for each.
set plan_cache_mode = 'force_custom_plan'
as $$
#variable_conflict use_column
begin
  return query
    select near.tag::text
    from (
      select used.tag, count(*) as drops
      from (
        select unnest(hashtags) as tag
        from (
          select words.hashtags
          from public.voice_drop_words as words
          join public.voice_drop_ranks as ranks on ranks.voice_drop_id = words.voice_drop_id
          where words.hashtags @> array[lower(related_tags.tag)]
          order by ranks.trending desc, ranks.voice_drop_id desc limit 200
        ) as latest
      ) as used
      where used.tag <> lower(related_tags.tag)
      group by used.tag
      -- More than are returned: some may be hidden.
      order by drops desc, used.tag limit 40
    ) as near
    -- The limit keeps it a look-up of each.
    cross join lateral (
      select drop_count from public.hashtags as known where known.tag = near.tag limit 1
    ) as known
    order by near.drops desc, known.drop_count desc, near.tag limit 8;
end
$$;
comment on function public.related_tags is
  'At most eight hashtags that stand beside one, the most frequent first, in the 200 latest public drops that have it. Without those that an operator hides, and without drops of people on the other side of a block.';
revoke all on function public.related_tags from public;
grant execute on function public.related_tags to anon, authenticated, service_role;

create function public.search_suggestions(typed text, people_max int default 5)
returns table (kind text, name text, user_id uuid, avatar_url text, drop_count bigint)
language sql stable
set search_path = ''
as $$
  -- Ranges, which indexes serve below policies, unlike patterns. '~' comes after every character that
  -- a handle has, and the last character of all after every one that a hashtag has.
  (
    select 'person', profiles.username, profiles.user_id, profiles.avatar_url, null::bigint
    from public.profiles
    -- What the policies of profile_counts hide: people whom the caller has blocked.
    join public.profile_counts as counts on counts.user_id = profiles.user_id
    where btrim(typed) not in ('', '@')
      and profiles.handle >= lower(regexp_replace(btrim(typed), '^@', ''))
      and profiles.handle < lower(regexp_replace(btrim(typed), '^@', '')) || '~'
      and not profiles.is_private
      and profiles.username is not null
    order by profiles.handle limit least(people_max, 30)
  )
  union all
  (
    select 'tag', near.tag, null, null, near.drop_count
    from (
      select hashtags.tag, hashtags.drop_count from public.hashtags
      where btrim(typed) not in ('', '#')
        and hashtags.tag >= lower(regexp_replace(btrim(typed), '^#', ''))
        and hashtags.tag < lower(regexp_replace(btrim(typed), '^#', '')) || chr(1114111)
      -- All that begin with a letter would be too many to sort.
      order by hashtags.tag limit 1000
    ) as near
    order by near.tag = lower(regexp_replace(btrim(typed), '^#', '')) desc, near.drop_count desc,
      near.tag
    limit 6
  )
$$;
comment on function public.search_suggestions is
  'People, by their names, and at most six hashtags that begin with what is typed, with the number of their public drops. Private accounts, people across a block and hidden hashtags are left out.';
revoke all on function public.search_suggestions from public;
grant execute on function public.search_suggestions to authenticated, service_role;
