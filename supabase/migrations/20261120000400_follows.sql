create table public.follows (
  id uuid primary key default gen_random_uuid(),
  follower_id uuid not null references public.profiles (user_id) on delete cascade,
  following_id uuid not null references public.profiles (user_id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint follows_follower_id_following_id_key unique (follower_id, following_id),
  constraint follows_not_oneself check (follower_id <> following_id)
);

comment on table public.follows is 'Follows between accounts: follower_id follows following_id.';
create index follows_following_id_idx
  on public.follows (following_id, created_at desc, id desc);

grant select (id, follower_id, following_id, created_at) on public.follows to anon, authenticated;
grant insert (follower_id, following_id), delete on public.follows to authenticated;

alter table public.follows enable row level security;

create function private.is_following(author uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (
    select from public.follows where follower_id = auth.uid() and following_id = author
  );
end
$$;
comment on function private.is_following is 'Whether the caller follows someone.';
grant execute on function private.is_following to anon, authenticated;

create function private.may_see_account(account uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
begin
  if caller = account then
    return true;
  end if;
  return exists (
    select from public.profiles
    where user_id = account and not is_banned
      and (not is_private or private.is_following(account))
  ) and (caller is null or not private.are_blocked(caller, account));
end
$$;
comment on function private.may_see_account is
  'Whether the caller may see an account''s counts and follows. Those of a private account are visible to followers only, those of a banned one to nobody else.';
grant execute on function private.may_see_account to anon, authenticated;

create policy "Visitors see follows between accounts that are not private"
  on public.follows for select to anon
  using (private.may_see_account(follower_id) and private.may_see_account(following_id));

create policy "People see their own follows and followers"
  on public.follows for select to authenticated
  using ((select auth.uid()) in (follower_id, following_id));

create policy "People see follows between accounts that they may see"
  on public.follows for select to authenticated
  using (private.may_see_account(follower_id) and private.may_see_account(following_id));

-- An account that has blocked the caller is refused like one that does not exist.
create policy "People follow others unless one has blocked the other"
  on public.follows for insert to authenticated
  with check (
    follower_id = (select auth.uid())
    and following_id <> all ((select private.hidden_ids())::uuid[])
    and exists (select from public.profiles where user_id = following_id)
  );

-- Both sides can end a follow: owners of private accounts need to remove followers.
create policy "People stop following, and remove followers"
  on public.follows for delete to authenticated
  using ((select auth.uid()) in (follower_id, following_id));

-- A block ends the follows between two accounts, and their requests. Both take the pair's lock, so that a concurrent
-- follow waits for the block. The pairs of a statement are locked in one order: three people who follow
-- each other could otherwise wait in a circle.

create function private.lock_pairs(ones uuid[], others uuid[]) returns void
language sql
set search_path = ''
as $$
  select pg_advisory_xact_lock(key)
  from (
    select distinct
      hashtextextended(least(one, other)::text || greatest(one, other)::text, 0) as key
    from unnest(ones, others) as pairs (one, other)
    order by key
  ) as sorted
$$;
comment on function private.lock_pairs is
  'Makes blocks and follows between the same two people wait for each other.';

create function private.check_locked_follows() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  followers uuid[];
  followed uuid[];
begin
  -- With the requests that the statement has written instead of follows of private accounts.
  select array_agg(follower_id), array_agg(following_id) into followers, followed
  from (
    select follower_id, following_id from added
    union
    select requester_id, account_id from public.follow_requests
    where requester_id = auth.uid() and created_at = now()
  ) as pairs;
  perform private.lock_pairs(followers, followed);
  if exists (
    select from unnest(followers, followed) as pairs (follower, followed_account)
    where private.are_blocked(follower, followed_account)
  ) then
    -- The same error as a policy's, so that it does not reveal the block.
    raise exception 'new row violates row-level security policy for table "follows"'
      using errcode = 'insufficient_privilege';
  end if;
  -- A request that was approved before the lock was free is a follow by now.
  delete from public.follow_requests
  where requester_id = auth.uid() and created_at = now() and private.is_following(account_id);
  return null;
end
$$;

create trigger check_locked_follows after insert on public.follows
  referencing new table as added
  for each statement execute function private.check_locked_follows();

create function private.end_follows_on_block() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.lock_pairs(array_agg(blocker_id), array_agg(blocked_id)) from added;
  with sides (one, other) as (
    select blocker_id, blocked_id from added
    union all
    select blocked_id, blocker_id from added
  ), requests as (
    delete from public.follow_requests
    where (requester_id, account_id) in (select one, other from sides)
  )
  delete from public.follows where (follower_id, following_id) in (select one, other from sides);
  return null;
end
$$;

create trigger end_follows_on_block after insert on public.blocks
  referencing new table as added
  for each statement execute function private.end_follows_on_block();
