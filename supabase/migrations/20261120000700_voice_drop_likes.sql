-- Likes on drops. Their number is visible on the drop; each account sees only its own likes, and those on
-- the profiles of accounts that show theirs.

create table public.voice_drop_likes (
  id uuid primary key default gen_random_uuid(),
  voice_drop_id uuid not null references public.voice_drops (id) on delete cascade,
  user_id uuid not null references public.profiles (user_id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint voice_drop_likes_voice_drop_id_user_id_key unique (voice_drop_id, user_id)
);

comment on table public.voice_drop_likes is 'Likes of drops.';

create index voice_drop_likes_user_id_idx on public.voice_drop_likes (user_id, created_at desc, id desc);

-- Visitors have no policy and therefore see no row. The grant lets them send the same feed request,
-- which embeds the caller's own like.
grant select (id, voice_drop_id, user_id, created_at)
  on public.voice_drop_likes to anon, authenticated;
grant insert (voice_drop_id, user_id), delete on public.voice_drop_likes to authenticated;

alter table public.voice_drop_likes enable row level security;

create policy "People see their own likes"
  on public.voice_drop_likes for select to authenticated
  using (user_id = (select auth.uid()));

create policy "People like drops that they can see"
  on public.voice_drop_likes for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and exists (select from public.voice_drops where id = voice_drop_id)
  );

create policy "People take back their own likes"
  on public.voice_drop_likes for delete to authenticated
  using (user_id = (select auth.uid()));

create trigger update_counts_on_insert after insert on public.voice_drop_likes
  referencing new table as changed
  for each statement execute function private.update_counts('likes');
create trigger update_counts_on_delete after delete on public.voice_drop_likes
  referencing old table as changed
  for each statement execute function private.update_counts('likes');

-- A policy of the table would apply wherever likes are embedded or counted: the feed would read all likes of
-- a drop to find the caller's own, and everyone would learn who has liked a drop. So likes that are shown
-- are read only here, for one account at a time.

create function public.shown_likes(
  person uuid,
  before timestamptz default 'infinity',
  before_id uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff'
) returns setof public.voice_drop_likes
language plpgsql stable security definer rows 20
set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  if not private.is_fully_signed_in()
    or not private.may_see_account(person)
    or not exists (select from public.account_settings where user_id = person and shows_likes)
  then
    return;
  end if;
  return query
    select * from (
      select * from public.voice_drop_likes
      where user_id = person and (created_at, id) < (before, before_id)
      -- Bounds what one call may cost where the caller may see none of the drops.
      order by created_at desc, id desc limit 5000
    ) as likes
    where private.may_see_voice_drop(me, voice_drop_id, in_lists => true)
    order by created_at desc, id desc limit 20;
end
$$;
comment on function public.shown_likes is
  'The next 20 likes of an account before a moment and id, newest first, of drops that the caller may see, among the next 5000. None unless the account shows its likes and the caller may see the account.';
grant execute on function public.shown_likes to anon, authenticated, service_role;
