-- The counts of a profile, maintained so that no request has to count rows. They have their own
-- table because a private account's profile is public, but its counts are for followers only.

create table public.profile_counts (
  user_id uuid primary key references public.profiles (user_id) on delete cascade,
  drop_count bigint not null default 0,
  follower_count bigint not null default 0,
  following_count bigint not null default 0,
  like_count bigint not null default 0,
  constraint profile_counts_check check (
    drop_count >= 0 and follower_count >= 0 and following_count >= 0 and like_count >= 0
  )
)
with (fillfactor = 80);

comment on table public.profile_counts is 'How many drops, followers, followed and likes a profile has.';
comment on column public.profile_counts.drop_count is
  'Public drops that are not flagged. No count includes others.';
comment on column public.profile_counts.like_count is 'Likes of the drops that drop_count includes.';

-- The index covers the whole order of a list: with a part of it, all rows that are equal in that part
-- would be read before the first page is known.
create index profile_counts_drop_count_idx on public.profile_counts (drop_count desc, user_id);

grant select (user_id, drop_count, follower_count, following_count, like_count)
  on public.profile_counts to anon, authenticated;

alter table public.profile_counts enable row level security;

create policy "Visitors see the numbers of accounts that are not private"
  on public.profile_counts for select to anon
  using (private.may_see_account(user_id));

create policy "People see the numbers of accounts that they may see"
  on public.profile_counts for select to authenticated
  using (private.may_see_account(user_id));

create function private.create_profile_counts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.profile_counts (user_id) values (new.user_id);
  return null;
end
$$;

create trigger create_profile_counts after insert on public.profiles
  for each row execute function private.create_profile_counts();

-- A follow changes two rows. Those of a statement are changed in one order, so that accounts that follow
-- each other at the same time do not deadlock.
create function private.count_follows() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  step constant int := case tg_op when 'INSERT' then 1 else -1 end;
  change record;
begin
  for change in
    select user_id, step * count(followed) as following, step * count(follower) as followers
    from (
      select follower_id as user_id, following_id as followed, null::uuid as follower from changed
      union all
      select following_id, null, follower_id from changed
    ) as sides
    group by user_id order by user_id
  loop
    update public.profile_counts
    set following_count = following_count + change.following,
      follower_count = follower_count + change.followers
    where user_id = change.user_id;
  end loop;
  return null;
end
$$;

-- After check_locked_follows, which locks pairs: triggers run in the order of their names.
create trigger update_counts_on_insert after insert on public.follows
  referencing new table as changed
  for each statement execute function private.count_follows();
create trigger update_counts_on_delete after delete on public.follows
  referencing old table as changed
  for each statement execute function private.count_follows();
