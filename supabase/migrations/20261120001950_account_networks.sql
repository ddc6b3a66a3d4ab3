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
  joined_at timestamptz not null,
  batch_began_at timestamptz not null
);

comment on table private.account_networks is
  'The network of the first session of each account of the last 14 days: a keyed hash of its /24 (IPv4) or /48 (IPv6).';
comment on column private.account_networks.batch_began_at is
  'When the first account was created of those that were created from this network within 24 hours.';

create index account_networks_batch_idx on private.account_networks (network, batch_began_at desc);
create index account_networks_joined_at_idx on private.account_networks (joined_at);

create unlogged table private.batch_weights (
  key bytea primary key,
  batch_began_at timestamptz not null,
  weight double precision not null
);

comment on table private.batch_weights is
  'How much each batch of two accounts or more has added to the score of a drop. The key is a keyed hash of batch and drop.';

alter table private.network_key enable row level security;
alter table private.account_networks enable row level security;
alter table private.batch_weights enable row level security;

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
  network_hash := private.hash_network(
    network(set_masklen(address, case family(address) when 4 then 24 else 48 end))::text
  );
  -- Accounts that are created at the same moment belong to one batch, too.
  perform pg_advisory_xact_lock(hashtextextended('network ' || encode(network_hash, 'hex'), 0));
  insert into private.account_networks (user_id, network, joined_at, batch_began_at)
  select new.user_id, network_hash, account_created_at, coalesce(max(batch_began_at), account_created_at)
  from private.account_networks
  where network = network_hash
    and batch_began_at between account_created_at - interval '24 hours' and account_created_at
  on conflict (user_id) do nothing;
  return null;
end
$$;

-- The auth service's role may execute no function in the condition.
create trigger note_account_network after insert on auth.sessions
  for each row when (new.ip is not null)
  execute function private.note_account_network();

create function private.claim_batch_weight(account uuid, drop_id uuid, weight double precision)
returns boolean
language plpgsql
set search_path = ''
as $$
declare
  own private.account_networks;
  batch_key bytea;
begin
  select * into own from private.account_networks
  where user_id = account and joined_at > now() - interval '14 days';
  if not found or not exists (
    select from private.account_networks
    where network = own.network and batch_began_at = own.batch_began_at and user_id <> account
  ) then
    return true;
  end if;
  batch_key := private.hash_network(
    concat_ws(' ', encode(own.network, 'hex'), extract(epoch from own.batch_began_at), drop_id)
  );
  if weight < 0 then
    update private.batch_weights as known set weight = greatest(0, known.weight + claim_batch_weight.weight)
    where key = batch_key;
    return true;
  end if;
  insert into private.batch_weights as known (key, batch_began_at, weight)
  select batch_key, own.batch_began_at, claim_batch_weight.weight
  where claim_batch_weight.weight <= (private.ranking_constants()).batch_limit
  on conflict (key) do update set weight = known.weight + excluded.weight
  where known.weight + excluded.weight <= (private.ranking_constants()).batch_limit;
  return found;
end
$$;
comment on function private.claim_batch_weight is
  'Adds the weight of an act, negative for one that is undone, to what the account''s batch has added to the score of a drop. Returns false, and adds nothing, where that would exceed the limit. Always true for accounts without a batch.';

create function private.prune_networks() returns int
language plpgsql
set search_path = ''
as $$
declare
  total int;
  deleted int;
begin
  delete from private.account_networks where joined_at <= now() - interval '14 days';
  get diagnostics total = row_count;
  -- The last account of a batch is at most a day younger than the first.
  delete from private.batch_weights where batch_began_at <= now() - interval '15 days';
  get diagnostics deleted = row_count;
  return total + deleted;
end
$$;
comment on function private.prune_networks is
  'Deletes networks of accounts that are older than 14 days, and the weights of their batches. Returns the number of deleted rows.';
