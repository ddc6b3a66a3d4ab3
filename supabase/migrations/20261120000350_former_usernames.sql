-- Former usernames. Links, codes, mentions and feeds have a username in their address, so nobody can take one
-- as soon as its owner leaves it: for 90 days it is its owner's, and nobody's for a year after the account
-- was deleted.

create table private.former_usernames (
  user_id uuid not null references public.profiles (user_id) on delete cascade,
  handle text collate "C" not null,
  left_at timestamptz not null default clock_timestamp(),
  leads_on boolean not null default false,
  primary key (user_id, left_at)
);

comment on table private.former_usernames is
  'The usernames that accounts have left in the last 90 days, in lower case.';
comment on column private.former_usernames.leads_on is
  'Whether the owner wants old links to lead to the next username.';

create index former_usernames_handle_idx on private.former_usernames (handle);
create index former_usernames_left_at_idx on private.former_usernames (left_at);

-- The key is random, so that a hash cannot be compared with those of another installation.
create table private.username_key (
  key text not null default gen_random_uuid() || '-' || gen_random_uuid()
);
insert into private.username_key default values;

create table private.deleted_usernames (
  hash bytea primary key,
  deleted_at timestamptz not null default now()
);

comment on table private.deleted_usernames is
  'Keyed hashes of the usernames of accounts that were deleted in the last year.';

create index deleted_usernames_deleted_at_idx on private.deleted_usernames (deleted_at);

alter table private.former_usernames enable row level security;
alter table private.username_key enable row level security;
alter table private.deleted_usernames enable row level security;

create function private.hash_username(handle text) returns bytea
language sql stable
set search_path = ''
as $$
  select sha256(convert_to(key || ' ' || handle, 'UTF8')) from private.username_key
$$;

create function private.is_kept_username(name text, account uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from private.former_usernames
    where handle = lower(name) and user_id is distinct from account
      and left_at > now() - interval '90 days'
  ) or exists (
    select from private.deleted_usernames
    where hash = private.hash_username(lower(name)) and deleted_at > now() - interval '1 year'
  )
$$;
comment on function private.is_kept_username is
  'Whether an account, or a new one, cannot take a username because another account had it.';

-- A name that is taken while its owner leaves it waits for the owner's transaction.
create function private.lock_usernames(handles text[]) returns void
language sql
set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('username ' || handle, 0))
  from (
    select distinct handle collate "C" as handle from unnest(handles) as handle
    where handle is not null order by 1
  ) as sorted
$$;

create function private.change_username() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  former constant text := case tg_op when 'UPDATE' then old.handle end;
  wanted constant text := lower(new.username);
begin
  if wanted is not distinct from former then
    return new;
  end if;
  -- No constraint of the table: when the list grows, the owners of the new words keep their names, and
  -- can still change everything else.
  if private.is_reserved_username(wanted) then
    raise exception 'This username cannot be used' using errcode = 'check_violation';
  end if;
  perform private.lock_usernames(array[former, wanted]);
  if private.is_kept_username(wanted, new.user_id) then
    raise exception 'This username is already taken' using errcode = 'unique_violation';
  end if;
  if former is null then
    return new;
  end if;
  -- As in packages/domain: RENAMES_MAX. The server, which has no account, is not limited.
  if auth.uid() is not null and (
    select count(*) >= 3 from private.former_usernames
    where user_id = new.user_id and left_at > now() - interval '30 days'
  ) then
    raise exception 'You have changed your username three times within the last 30 days. Please try again later.'
      using errcode = 'PT429';
  end if;
  insert into private.former_usernames (user_id, handle) values (new.user_id, former);
  return new;
end
$$;

create trigger change_username before insert or update of username on public.profiles
  for each row execute function private.change_username();

create function private.keep_deleted_usernames() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  handles constant text[] := old.handle || array(
    select handle from private.former_usernames
    where user_id = old.user_id and left_at > now() - interval '90 days'
  );
begin
  perform private.lock_usernames(handles);
  insert into private.deleted_usernames (hash)
  select distinct private.hash_username(handle) from unnest(handles) as handle
  where handle is not null
  on conflict (hash) do update set deleted_at = now();
  return old;
end
$$;

create trigger keep_deleted_usernames before delete on public.profiles
  for each row execute function private.keep_deleted_usernames();

create function public.check_username_available(
  username_to_check text,
  current_user_id uuid default null
) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select coalesce(
    username_to_check ~ '^[A-Za-z0-9_][A-Za-z0-9._-]{1,28}[A-Za-z0-9_]$'
    and not private.is_reserved_username(username_to_check)
    and not exists (
      select from public.profiles
      where handle = lower(username_to_check)
        and user_id is distinct from current_user_id
    )
    -- For the caller, not for the given account, whose former names are not public.
    and not private.is_kept_username(username_to_check, auth.uid()),
    false
  )
$$;
comment on function public.check_username_available is
  'Whether the given account, or a new one, may take a username. Includes profiles that the caller cannot see.';
grant execute on function public.check_username_available to anon, authenticated, service_role;

create function public.lead_old_links(lead boolean) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  if not private.is_fully_signed_in() then
    raise exception 'Old links take your second factor.' using errcode = 'insufficient_privilege';
  end if;
  update private.former_usernames set leads_on = lead
  where (user_id, left_at) = (
    select user_id, max(left_at) from private.former_usernames where user_id = auth.uid()
    group by user_id
  );
end
$$;
comment on function public.lead_old_links is
  'Sets whether links with the caller''s latest former username lead to the present one. They do not by default.';
revoke all on function public.lead_old_links from anon, service_role;
grant execute on function public.lead_old_links to authenticated;

-- Within the functions below: a later rename without the wish ends the way.
create function private.leads_on(former private.former_usernames) returns boolean
language sql stable
set search_path = ''
as $$
  select former.left_at > now() - interval '90 days' and not exists (
    select from private.former_usernames as later
    where later.user_id = former.user_id and later.left_at >= former.left_at and not later.leads_on
  )
$$;

create function public.has_moved_feed(owner_username text) returns boolean
language sql stable security definer
set search_path = ''
as $$
  select exists (
    select from public.profiles as profile
    join private.former_usernames as former using (user_id)
    where profile.handle = lower(owner_username)
      and profile.allow_downloads and not profile.is_private
      and profile.user_id <> all (private.blocked_by_ids())
      and private.leads_on(former)
  )
$$;
comment on function public.has_moved_feed is
  'Whether addresses with a former username lead to the podcast feed of an account, which the feed states.';
grant execute on function public.has_moved_feed to anon, authenticated, service_role;

create function public.find_renamed(old_username text) returns text
language sql stable security definer
set search_path = ''
as $$
  select profile.username
  from private.former_usernames as former
  join public.profiles as profile using (user_id)
  where former.handle = lower(old_username)
    and private.leads_on(former)
    and not exists (select from public.profiles where handle = former.handle)
    and not profile.is_private
    and profile.user_id <> all (private.blocked_by_ids())
  order by former.left_at desc
  limit 1
$$;
comment on function public.find_renamed is
  'The present username of the account that has left a username, if its owner wants old links to lead there and the account is not private; null otherwise.';
grant execute on function public.find_renamed to anon, authenticated, service_role;

create function private.prune_usernames() returns int
language plpgsql
set search_path = ''
as $$
declare
  total int;
  deleted int;
begin
  -- Another transaction is renaming or deleting the owner of the locked rows.
  delete from private.former_usernames where ctid = any (array(
    select ctid from private.former_usernames
    where left_at <= now() - interval '90 days' for update skip locked
  ));
  get diagnostics total = row_count;
  delete from private.deleted_usernames where ctid = any (array(
    select ctid from private.deleted_usernames
    where deleted_at <= now() - interval '1 year' for update skip locked
  ));
  get diagnostics deleted = row_count;
  return total + deleted;
end
$$;
comment on function private.prune_usernames is
  'Deletes former usernames after 90 days, and the hashes of deleted accounts'' names after a year. Returns the number of deleted rows.';
