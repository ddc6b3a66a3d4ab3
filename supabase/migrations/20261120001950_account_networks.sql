-- The networks from which accounts were created. Accounts that were created from the same network within a
-- day are likely to be one person's, and weigh together little on the rank of a drop.
--
-- Only keyed hashes are stored, for 14 days. Unlogged, so that no backup keeps them longer; a crash
-- forgets them.

create table private.network_key (
  key text not null default gen_random_uuid() || '-' || gen_random_uuid()
);
insert into private.network_key default values;

create unlogged table private.account_networks (
  user_id uuid primary key references auth.users (id) on delete cascade,
  network bytea not null,
  joined_at timestamptz not null
);

comment on table private.account_networks is
  'The network of the first session of each account of the last 14 days: a keyed hash of its /24 (IPv4) or /48 (IPv6).';

create index account_networks_network_idx on private.account_networks (network, joined_at);
create index account_networks_joined_at_idx on private.account_networks (joined_at);

create unlogged table private.network_weights (
  key bytea,
  joined_at timestamptz,
  weight double precision not null,
  primary key (key, joined_at)
);

comment on table private.network_weights is
  'How much the accounts that were created from a network within an hour have added to the score of a drop. The key is a keyed hash of network and drop.';
comment on column private.network_weights.joined_at is 'The hour in which the accounts were created.';

alter table private.network_key enable row level security;
alter table private.account_networks enable row level security;
alter table private.network_weights enable row level security;

create function private.hash_network(about text) returns bytea
language sql stable
return private.hash_ranking_key((select key from private.network_key), about);

create function private.unmapped_address(address inet) returns inet
language sql immutable strict
return case
  when address <<= '::ffff:0:0/96'::inet then replace(host(address), '::ffff:', '')::inet
  else address
end;
comment on function private.unmapped_address is
  'The IPv4 address that is mapped into an IPv6 address, as servers that listen on both receive it; other addresses unchanged.';

create function private.network_of(address inet) returns text
language sql immutable strict
return (
  select network(set_masklen(plain, case family(plain) when 4 then 24 else 48 end))::text
  from private.unmapped_address(address) as plain
);
comment on function private.network_of is 'The /24 (IPv4) or /48 (IPv6) of an address.';

create function private.key_of_visitor(about text) returns uuid
language sql stable
return encode(substring(private.hash_network(about) for 16), 'hex')::uuid;
comment on function private.key_of_visitor is
  'The key in private.recent_acts of a network or a mail address: the beginning of its keyed hash.';

-- Everybody without an address counts as one network.
create function private.caller_network() returns uuid
language plpgsql stable
set search_path = ''
as $$
declare
  headers constant jsonb := coalesce(nullif(current_setting('request.headers', true), ''), '{}');
  address constant text := coalesce(
    headers ->> 'cf-connecting-ip', split_part(headers ->> 'x-forwarded-for', ',', 1)
  );
begin
  return private.key_of_visitor(
    case when pg_input_is_valid(address, 'inet') then private.network_of(address::inet) else '' end
  );
end
$$;
comment on function private.caller_network is
  'The key in private.recent_acts of the network from which a request came.';

create function private.note_account_network() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  address constant inet := private.unmapped_address(new.ip);
  account_created_at timestamptz;
  network_hash bytea;
begin
  -- An address of a private network is that of a proxy, and says nothing about the person.
  if address <<= any (
    '{127.0.0.0/8,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,100.64.0.0/10,169.254.0.0/16,::1/128,fc00::/7,fe80::/10}'::inet[]
  ) then
    return null;
  end if;
  select coalesce(created_at, now()) into account_created_at from auth.users where id = new.user_id;
  if account_created_at <= now() - interval '14 days'
    or exists (select from private.account_networks where user_id = new.user_id)
  then
    return null;
  end if;
  network_hash := private.hash_network(private.network_of(address));
  insert into private.account_networks (user_id, network, joined_at)
  values (new.user_id, network_hash, account_created_at)
  on conflict (user_id) do nothing;
  return null;
end
$$;

-- The auth service's role may execute no function in the condition.
create trigger note_account_network after insert on auth.sessions
  for each row when (new.ip is not null)
  execute function private.note_account_network();

create function private.claim_network_weight(account uuid, drop_id uuid, weight double precision)
returns boolean
language plpgsql
set search_path = ''
as $$
declare
  own private.account_networks;
  own_key bytea;
  hour timestamptz;
  day constant interval := interval '24 hours';
  most constant double precision := (private.ranking_constants()).network_limit - weight;
begin
  select * into own from private.account_networks
  where user_id = account and joined_at > now() - interval '14 days';
  if not found then
    return true;
  end if;
  own_key := private.hash_network(encode(own.network, 'hex') || ' ' || drop_id);
  hour := date_trunc('hour', own.joined_at);
  -- Acts of two such accounts at the same moment add up.
  perform pg_advisory_xact_lock(hashtextextended(encode(own_key, 'hex'), 0));
  if weight > 0
    and exists (
      select from private.account_networks
      where network = own.network and user_id <> account
        and joined_at between own.joined_at - day and own.joined_at + day
    )
    -- Whether any 24 hours around the account's creation have added too much.
    and exists (
      select from generate_series(hour - day, hour, '1 hour') as first
      where most < (
        select sum(known.weight) from private.network_weights as known
        where key = own_key and joined_at between first and first + day
      )
    )
  then
    return false;
  end if;
  insert into private.network_weights as known (key, joined_at, weight)
  values (own_key, hour, greatest(0, claim_network_weight.weight))
  on conflict (key, joined_at)
    do update set weight = greatest(0, known.weight + claim_network_weight.weight);
  return true;
end
$$;
comment on function private.claim_network_weight is
  'Adds the weight of an act, negative for one that is undone, to what the accounts of the account''s network have added to the score of a drop. Returns false, and adds nothing, where those created within 24 hours would exceed the limit. Always true for an account that was created alone.';
