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

-- The key of what is kept of deleted accounts as a hash alone. It is random, so that a hash cannot be compared with
-- those of another installation.
create table private.hash_key (
  key text not null default gen_random_uuid() || '-' || gen_random_uuid()
);
insert into private.hash_key default values;

create table private.deleted_usernames (
  hash bytea primary key,
  reserved_until timestamptz not null
);

comment on table private.deleted_usernames is
  'Keyed hashes of the usernames of deleted accounts, which nobody can take until then.';

create index deleted_usernames_reserved_until_idx on private.deleted_usernames (reserved_until);

alter table private.former_usernames enable row level security;
alter table private.hash_key enable row level security;
alter table private.deleted_usernames enable row level security;

create function private.keyed_hash(about text) returns bytea
language sql stable
set search_path = ''
as $$
  select sha256(convert_to(key || ' ' || about, 'UTF8')) from private.hash_key
$$;
comment on function private.keyed_hash is
  'The hash under which a username or a mail address of a deleted account is kept. An address has an @, which no username has.';

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
    where hash = private.keyed_hash(lower(name)) and reserved_until > now()
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
  wish constant boolean := new.leads_old_links;
begin
  -- An upsert updates with what this trigger leaves of the row to insert.
  if tg_op = 'UPDATE' then
    new.leads_old_links := null;
  end if;
  if wanted is not distinct from former then
    update private.former_usernames set leads_on = wish
    where wish is not null and user_id = new.user_id and left_at = (
      select max(left_at) from private.former_usernames where user_id = new.user_id
    );
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
  insert into private.former_usernames (user_id, handle, leads_on)
  values (new.user_id, former, coalesce(wish, false));
  return new;
end
$$;

create trigger change_username before insert or update of username, leads_old_links on public.profiles
  for each row execute function private.change_username();

create function private.forget_wish() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.profiles set leads_old_links = null where user_id = new.user_id;
  return null;
end
$$;
comment on function private.forget_wish is
  'Sets the wish for old links of a new profile to null: it had no username before.';

create trigger forget_wish after insert on public.profiles
  for each row when (new.leads_old_links is not null) execute function private.forget_wish();

create function private.keep_deleted_usernames() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.lock_usernames(old.handle || array(
    select handle from private.former_usernames where user_id = old.user_id
  ));
  insert into private.deleted_usernames (hash, reserved_until)
  select distinct private.keyed_hash(handle), now() + interval '1 year'
  from (
    select handle from private.former_usernames
    where user_id = old.user_id and left_at > now() - interval '90 days'
    union all
    select old.handle
  ) as names
  where handle is not null
  on conflict (hash) do update set reserved_until = excluded.reserved_until;
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
      and profile.allow_downloads and not profile.is_private and not profile.is_banned
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
    and not profile.is_private and not profile.is_banned
    and profile.user_id <> all (private.blocked_by_ids())
  order by former.left_at desc
  limit 1
$$;
comment on function public.find_renamed is
  'The present username of the account that has left a username, if its owner wants old links to lead there and the account is not private; null otherwise.';
grant execute on function public.find_renamed to anon, authenticated, service_role;

create function public.list_old_links() returns table (username text, ends_at timestamptz)
language sql stable security definer
set search_path = ''
as $$
  select former.handle, max(former.left_at) + interval '90 days'
  from private.former_usernames as former
  where former.user_id = auth.uid() and private.is_fully_signed_in() and private.leads_on(former)
    and not exists (select from public.profiles where handle = former.handle)
  group by former.handle
  order by 2, 1
$$;
comment on function public.list_old_links is
  'The caller''s former usernames, in lower case, with which links lead to the present one unless the account is private, and until when.';
revoke all on function public.list_old_links from anon, service_role;
grant execute on function public.list_old_links to authenticated;
