-- Blocks apply in both directions: neither account sees the other's drops and comments, and neither
-- can follow, like, comment on or notify the other.

create table public.blocks (
  id uuid primary key default gen_random_uuid(),
  blocker_id uuid not null references public.profiles (user_id) on delete cascade,
  blocked_id uuid not null references public.profiles (user_id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint blocks_blocker_id_blocked_id_key unique (blocker_id, blocked_id),
  constraint blocks_not_oneself check (blocker_id <> blocked_id)
);

comment on table public.blocks is 'Blocks between accounts. Visible to the blocker only.';

create index blocks_blocked_id_idx on public.blocks (blocked_id) include (blocker_id);

-- Prefer: count=planned returns the planner's estimates, which do not apply policies. Statistics of these
-- columns would say how many accounts somebody has blocked, and is blocked by.
alter table public.blocks
  alter column blocker_id set statistics 0,
  alter column blocked_id set statistics 0;

grant select (id, blocker_id, blocked_id, created_at), insert (blocker_id, blocked_id), delete
  on public.blocks to authenticated;

alter table public.blocks enable row level security;

create policy "People see their own blocks"
  on public.blocks for select to authenticated
  using (blocker_id = (select auth.uid()));

create policy "People block others"
  on public.blocks for insert to authenticated
  with check (blocker_id = (select auth.uid()));

create policy "People take back their own blocks"
  on public.blocks for delete to authenticated
  using (blocker_id = (select auth.uid()));

-- These functions are plpgsql, which caches their plans per connection. Policies call the functions
-- that return arrays as (select …), so that they run once per query.

create function private.blocked_by_ids() returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return array(select blocker_id from public.blocks where blocked_id = auth.uid());
end
$$;
comment on function private.blocked_by_ids is 'Accounts that have blocked the caller.';
grant execute on function private.blocked_by_ids to authenticated;

create function private.hidden_ids() returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := auth.uid();
begin
  return array(
    select blocker_id from public.blocks where blocked_id = caller
    union all
    select blocked_id from public.blocks where blocker_id = caller
  );
end
$$;
comment on function private.hidden_ids is
  'Accounts that have blocked the caller or that the caller has blocked.';
grant execute on function private.hidden_ids to authenticated;

create function private.are_blocked(one uuid, other uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (
    select from public.blocks
    where (blocker_id, blocked_id) in ((one, other), (other, one))
  );
end
$$;
comment on function private.are_blocked is 'Whether there is a block between two people.';

-- The policies of profiles.

create policy "Visitors see every profile except of people who are banned"
  on public.profiles for select to anon
  using (not is_banned);

-- Blocked accounts stay visible to the blocker, for the list in the settings.
create policy "People see profiles that neither a block nor a ban hides"
  on public.profiles for select to authenticated
  using (
    user_id <> all ((select private.blocked_by_ids())::uuid[])
    and (not is_banned or user_id = (select auth.uid()))
  );

create policy "People make their own profile"
  on public.profiles for insert to authenticated
  with check (user_id = (select auth.uid()));

create policy "People change their own profile"
  on public.profiles for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));
