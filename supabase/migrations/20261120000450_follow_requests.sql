-- Following a private account needs its approval: an insert into follows asks for it, and writes no follow.
--
-- A declined request stays, so that it looks pending to its requester. The account no longer sees it, nor a
-- request that the same person makes within 30 days of the decline.

create table public.follow_requests (
  id uuid primary key default gen_random_uuid(),
  requester_id uuid not null references public.profiles (user_id) on delete cascade,
  account_id uuid not null references public.profiles (user_id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint follow_requests_requester_id_account_id_key unique (requester_id, account_id),
  constraint follow_requests_not_oneself check (requester_id <> account_id)
);

comment on table public.follow_requests is
  'Requests to follow private accounts. Visible to both sides; a declined one to its requester only.';

create index follow_requests_account_id_idx
  on public.follow_requests (account_id, created_at desc, id desc);

create table public.follow_declines (
  id uuid primary key default gen_random_uuid(),
  account_id uuid not null references public.profiles (user_id) on delete cascade,
  requester_id uuid not null references public.profiles (user_id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint follow_declines_account_id_requester_id_key unique (account_id, requester_id)
);

comment on table public.follow_declines is
  'Requests to follow that the account has declined. Visible to the account only, which takes a decline back by deleting it.';

create index follow_declines_requester_id_idx on public.follow_declines (requester_id);

-- As of blocks: estimates would say how many requests an account has, and how many it has declined.
alter table public.follow_requests
  alter column requester_id set statistics 0,
  alter column account_id set statistics 0;
alter table public.follow_declines
  alter column requester_id set statistics 0,
  alter column account_id set statistics 0;

grant select (id, requester_id, account_id, created_at), delete
  on public.follow_requests to authenticated;
grant select (id, account_id, requester_id, created_at), insert (account_id, requester_id), delete
  on public.follow_declines to authenticated;

alter table public.follow_requests enable row level security;
alter table public.follow_declines enable row level security;

create function private.is_declined(requester uuid, account uuid, requested_at timestamptz) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (
    select from public.follow_declines
    where account_id = account and requester_id = requester
      and requested_at < created_at + interval '30 days'
  );
end
$$;
comment on function private.is_declined is
  'Whether a decline applies to a request of this time: one that was made before it or within 30 days after it.';
grant execute on function private.is_declined to authenticated;

create policy "People see their own requests to follow"
  on public.follow_requests for select to authenticated
  using (requester_id = (select auth.uid()));

create policy "People see requests to follow them that they have not declined"
  on public.follow_requests for select to authenticated
  using (
    account_id = (select auth.uid())
    and not private.is_declined(requester_id, account_id, created_at)
  );

create policy "People withdraw their own requests to follow"
  on public.follow_requests for delete to authenticated
  using (requester_id = (select auth.uid()));

create policy "People see their own declines"
  on public.follow_declines for select to authenticated
  using (account_id = (select auth.uid()));

-- The request is read by the policies above: it is to the caller, and not declined yet.
create policy "People decline requests to follow them"
  on public.follow_declines for insert to authenticated
  with check (
    account_id = (select auth.uid())
    and exists (
      select from public.follow_requests as request
      where request.account_id = follow_declines.account_id
        and request.requester_id = follow_declines.requester_id
    )
  );

create policy "People take their own declines back"
  on public.follow_declines for delete to authenticated
  using (account_id = (select auth.uid()));

-- What its policy would refuse goes on to the policy, so that the refusal is the same for every account.
create function private.request_to_follow() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.follower_id is distinct from auth.uid()
    or new.follower_id = new.following_id
    or not private.is_fully_signed_in()
    or not exists (
      select from public.profiles where user_id = new.following_id and is_private
    )
    or private.is_following(new.following_id)
    or private.are_blocked(new.follower_id, new.following_id)
  then
    return new;
  end if;
  delete from public.follow_declines
  where account_id = new.following_id and requester_id = new.follower_id
    and created_at <= now() - interval '30 days';
  insert into public.follow_requests (requester_id, account_id)
  values (new.follower_id, new.following_id)
  on conflict do nothing;
  return null;
end
$$;
comment on function private.request_to_follow is
  'Writes a request instead of a follow of a private account. check_locked_follows checks blocks and approvals once more, after the pairs are locked.';

-- After limit_follows, so that asking counts as following: triggers run in the order of their names.
create trigger request_to_follow before insert on public.follows
  for each row execute function private.request_to_follow();

-- A follow ends the request, whether it was approved or the account is public now.
create function private.end_requests_on_follow() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from public.follow_requests
  where (requester_id, account_id) in (select follower_id, following_id from added);
  delete from public.follow_declines
  where (requester_id, account_id) in (select follower_id, following_id from added);
  return null;
end
$$;

create trigger resolve_requests after insert on public.follows
  referencing new table as added
  for each statement execute function private.end_requests_on_follow();

create function public.approve_follow_request(requester uuid) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  account constant uuid := auth.uid();
begin
  if not private.is_fully_signed_in() then
    raise exception 'Approving a request takes your second factor.'
      using errcode = 'insufficient_privilege';
  end if;
  perform private.require_may_write();
  -- A block that is being made, or a withdrawal, has deleted the request once the locks are taken.
  perform private.lock_pairs(array[account], array[requester]);
  perform from public.follow_requests
  where account_id = account and requester_id = requester for update;
  if not found then
    return false;
  end if;
  insert into public.follows (follower_id, following_id) values (requester, account)
  on conflict do nothing;
  -- It replaces that of an earlier approval, after which the requester was removed or has stopped following.
  delete from public.notifications
  where recipient_id = requester and actor_id = account and type = 'approved';
  perform private.notify(requester, account, 'approved');
  return true;
end
$$;
comment on function public.approve_follow_request is
  'Lets somebody follow the caller who has asked for it, and notifies them. False if there is no such request: it was withdrawn, or ended by a block.';
revoke all on function public.approve_follow_request from anon, service_role;
grant execute on function public.approve_follow_request to authenticated;

-- Each pair of a batch takes a place in PostgreSQL's table of locks, which has some thousand.
create function private.approve_requests(batch_size int, account uuid default null) returns int
language plpgsql security definer
set search_path = ''
as $$
declare
  requesters uuid[];
  accounts uuid[];
begin
  select array_agg(requester_id), array_agg(account_id) into requesters, accounts
  from (
    select request.requester_id, request.account_id
    from public.follow_requests as request
    join public.profiles as profile on profile.user_id = request.account_id
    where not profile.is_private
      and (account is null or request.account_id = account)
      and not private.is_declined(request.requester_id, request.account_id, request.created_at)
    limit batch_size
  ) as waiting;
  perform private.lock_pairs(requesters, accounts);
  -- Requests that a block or their requester has ended meanwhile are gone.
  with added as (
    insert into public.follows (follower_id, following_id)
    select request.requester_id, request.account_id
    from unnest(requesters, accounts) as locked (requester_id, account_id)
    join public.follow_requests as request using (requester_id, account_id)
    for update of request skip locked
    on conflict do nothing
    returning follower_id, following_id
  )
  select array_agg(follower_id), array_agg(following_id) into requesters, accounts from added;
  -- Open pages still show the request.
  perform realtime.send(
    jsonb_build_object('id', approved.account_id), 'approved', 'notifications:' || approved.requester_id
  )
  from unnest(requesters, accounts) as approved (requester_id, account_id);
  return coalesce(cardinality(requesters), 0);
end
$$;
comment on function private.approve_requests is
  'Approves a batch of the requests to follow accounts that are public by now, or one of them, except declined ones. Writes no notifications, but sends a message to the open pages of those who asked. Returns the number of new follows.';

create function private.approve_requests_on_going_public() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Those who were declined may follow now, as anybody may.
  delete from public.follow_requests
  where account_id = new.user_id and private.is_declined(requester_id, account_id, created_at);
  perform private.approve_requests(1000, new.user_id);
  -- Those that are left, and those of transactions that do not know of the change yet.
  insert into private.outbox (kind, subject, due)
  values ('account-public', new.user_id, now() + interval '10 seconds')
  on conflict (kind, subject, target) do update set due = excluded.due;
  return null;
end
$$;

create trigger approve_requests_on_going_public after update of is_private on public.profiles
  for each row when (old.is_private and not new.is_private)
  execute function private.approve_requests_on_going_public();
