-- What the app suggests: accounts in the feed's sidebar, related hashtags, and results while a search is
-- typed.

-- A client cannot query suggested accounts itself: it would have to send all accounts that its user
-- follows, and does not know which accounts have blocked the user.

-- The order of suggestions, which is read until three are found.
create index profile_counts_suggestions_idx
  on public.profile_counts ((drop_count > 0) desc, follower_count desc, user_id);

-- Runs as the caller, so that policies exclude accounts that have blocked the caller, and return
-- nothing to a session without its second factor.
create function public.suggested_people()
returns table (user_id uuid, username text, avatar_url text, follower_count bigint)
language sql stable
set search_path = ''
as $$
  select profiles.user_id, profiles.username, profiles.avatar_url, counts.follower_count
  from public.profile_counts as counts
  join public.profiles on profiles.user_id = counts.user_id
  where profiles.username is not null
    and not profiles.is_private
    and counts.user_id <> (select auth.uid())
    and counts.user_id <> all ((select private.unlisted_ids())::uuid[])
    and not private.is_following(counts.user_id)
  order by (counts.drop_count > 0) desc, counts.follower_count desc, counts.user_id
  limit 3
$$;
comment on function public.suggested_people is
  'Up to three open accounts that the caller may follow and does not: those with drops first, then by their followers.';
grant execute on function public.suggested_people to authenticated, service_role;

create function public.related_tags(tag text) returns setof text
language plpgsql stable
set search_path = ''
-- A frequent hashtag is read in the order of time, a rare one by its index: each call is planned.
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
          where words.hashtags @> array[private.fold_hashtag(related_tags.tag)]
          order by ranks.trending desc, ranks.voice_drop_id desc limit 200
        ) as latest
      ) as used
      where used.tag <> private.fold_hashtag(related_tags.tag)
        and used.tag <> all ((select private.muted_subjects('hashtag'))::text[])
      group by used.tag
      -- More than are returned, since some may be hidden.
      order by drops desc, used.tag limit 40
    ) as near
    -- The limit makes the planner look each one up.
    cross join lateral (
      select drop_count from public.hashtags as known where known.tag = near.tag limit 1
    ) as known
    order by near.drops desc, known.drop_count desc, near.tag limit 8;
end
$$;
comment on function public.related_tags is
  'At most eight hashtags that occur together with one in its 200 latest public drops, the most frequent first. Excludes hidden and muted hashtags and drops of people across a block.';
grant execute on function public.related_tags to anon, authenticated, service_role;

create function public.search_suggestions(typed text, people_max int default 5)
returns table (kind text, name text, user_id uuid, avatar_url text, drop_count bigint)
language sql stable
set search_path = ''
as $$
  -- Ranges, since an index can serve them below policies, unlike patterns. '~' sorts after every character
  -- of a handle, and the last code point after every character of a hashtag.
  (
    select 'person', profiles.username, profiles.user_id, profiles.avatar_url, null::bigint
    from public.profiles
    -- The policies of profile_counts exclude people that the caller has blocked.
    join public.profile_counts as counts on counts.user_id = profiles.user_id
    where btrim(typed) not in ('', '@', '＠')
      and profiles.handle >= lower(regexp_replace(btrim(typed), '^[@＠]', ''))
      and profiles.handle < lower(regexp_replace(btrim(typed), '^[@＠]', '')) || '~'
      and not profiles.is_private
      and profiles.username is not null
      and profiles.user_id <> all ((select private.muted_ids())::uuid[])
    order by profiles.handle limit least(people_max, 30)
  )
  union all
  (
    select 'tag', near.tag, null, null, near.drop_count
    from (
      select hashtags.tag, hashtags.drop_count from public.hashtags
      where btrim(typed) not in ('', '#', '＃')
        and hashtags.tag >= private.fold_hashtag(regexp_replace(btrim(typed), '^[#＃]', ''))
        and hashtags.tag < private.fold_hashtag(regexp_replace(btrim(typed), '^[#＃]', ''))
          || chr(1114111)
        and hashtags.tag <> all ((select private.muted_subjects('hashtag'))::text[])
      -- All hashtags that begin with a letter would be too many to sort.
      order by hashtags.tag limit 1000
    ) as near
    order by near.tag = private.fold_hashtag(regexp_replace(btrim(typed), '^[#＃]', '')) desc,
      near.drop_count desc, near.tag
    limit 6
  )
$$;
comment on function public.search_suggestions is
  'People and at most six hashtags whose names begin with the typed text; hashtags have the number of their public drops. Excludes private accounts, people across a block, hidden hashtags, and what the caller has muted.';
grant execute on function public.search_suggestions to authenticated, service_role;
