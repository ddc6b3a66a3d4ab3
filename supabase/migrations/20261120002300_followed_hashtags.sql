-- Hashtags that accounts follow.

create table public.followed_hashtags (
  user_id uuid not null default auth.uid() references public.profiles (user_id) on delete cascade,
  tag text collate "C" not null,
  created_at timestamptz not null default now(),
  primary key (user_id, tag),
  constraint followed_hashtags_tag_check check (private.is_hashtag(tag))
);

comment on table public.followed_hashtags is
  'Hashtags that accounts follow, visible to the follower only. Folded by a trigger, without the #.';

grant select (user_id, tag, created_at), insert (user_id, tag), delete
  on public.followed_hashtags to authenticated;

alter table public.followed_hashtags enable row level security;

create policy "People see the hashtags that they follow"
  on public.followed_hashtags for select to authenticated
  using (user_id = (select auth.uid()));

create policy "People follow hashtags"
  on public.followed_hashtags for insert to authenticated
  with check (user_id = (select auth.uid()));

create policy "People stop following hashtags"
  on public.followed_hashtags for delete to authenticated
  using (user_id = (select auth.uid()));

create function private.fold_followed_hashtag() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.tag := private.fold_hashtag(new.tag);
  return new;
end
$$;

create trigger fold_followed_hashtag before insert on public.followed_hashtags
  for each row execute function private.fold_followed_hashtag();

-- Triggers run in the order of their names: this one locks the account's row of recent acts, so that
-- limit_number counts committed rows.
create trigger limit_follows before insert on public.followed_hashtags
  for each row execute function private.limit_acts('follow');

create function private.limit_followed_hashtags() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- A row on behalf of another account is left for the policy to refuse: an error here would reveal how
  -- many hashtags that account follows.
  if new.user_id = auth.uid()
    and (select count(*) from public.followed_hashtags where user_id = new.user_id) >= 100
  then
    raise exception 'You follow 100 hashtags, which is the most. Please unfollow one first.'
      using errcode = 'PT429';
  end if;
  return new;
end
$$;

create trigger limit_number before insert on public.followed_hashtags
  for each row execute function private.limit_followed_hashtags();
