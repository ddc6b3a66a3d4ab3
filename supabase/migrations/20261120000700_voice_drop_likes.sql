-- Likes on drops. Their number is visible on the drop; each account sees only its own likes.

create table public.voice_drop_likes (
  id uuid primary key default gen_random_uuid(),
  voice_drop_id uuid not null references public.voice_drops (id) on delete cascade,
  user_id uuid not null references public.profiles (user_id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint voice_drop_likes_voice_drop_id_user_id_key unique (voice_drop_id, user_id)
);

comment on table public.voice_drop_likes is 'Likes of drops.';

create index voice_drop_likes_user_id_idx on public.voice_drop_likes (user_id, created_at desc);

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
