-- The accounts that the feed's sidebar suggests. A client cannot query this itself: it would have
-- to send all accounts that its user follows, and does not know by whom the user is blocked.

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
    and counts.user_id <> all ((select private.hidden_ids())::uuid[])
    and not private.is_following(counts.user_id)
  order by (counts.drop_count > 0) desc, counts.follower_count desc, counts.user_id
  limit 3
$$;
comment on function public.suggested_people is
  'Up to three open accounts that the caller may follow and does not: those with drops first, then by their followers.';
revoke all on function public.suggested_people from public;
grant execute on function public.suggested_people to authenticated, service_role;
