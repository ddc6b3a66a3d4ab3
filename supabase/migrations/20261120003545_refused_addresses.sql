-- Mail addresses of accounts that were deleted while they were banned or suspended: deleting the account and signing up
-- again would end the measure. Only keyed hashes are stored, as of usernames.

create table private.refused_addresses (
  hash bytea primary key,
  until timestamptz not null
);

comment on table private.refused_addresses is
  'Keyed hashes of mail addresses with which no account is created until then: the end of a suspension, or a year after an account was deleted that was banned.';

create index refused_addresses_until_idx on private.refused_addresses (until);

alter table private.refused_addresses enable row level security;

create function private.keep_refused_address() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Of an address that nobody has confirmed, its owner may know nothing.
  insert into private.refused_addresses as known (hash, until)
  select private.keyed_hash(lower(account.email)), coalesce(restriction.until, now() + interval '1 year')
  from private.restrictions as restriction
  join auth.users as account on account.id = restriction.user_id
  where restriction.user_id = old.user_id and (restriction.until is null or restriction.until > now())
    and account.email is not null and account.email_confirmed_at is not null
  order by restriction.kind limit 1
  on conflict (hash) do update set until = greatest(known.until, excluded.until);
  return old;
end
$$;

create trigger keep_refused_address before delete on public.profiles
  for each row execute function private.keep_refused_address();

create function private.is_refused_address(address text) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from private.refused_addresses
    where hash = private.keyed_hash(lower(address)) and until > now()
  )
$$;
comment on function private.is_refused_address is 'Whether no account may be created with a mail address now.';
