create table public.bookmarks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (user_id) on delete cascade,
  voice_drop_id uuid not null references public.voice_drops (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint bookmarks_voice_drop_id_user_id_key unique (voice_drop_id, user_id)
);

comment on table public.bookmarks is 'Drops that accounts have bookmarked, visible to their owner only.';

create index bookmarks_user_id_idx on public.bookmarks (user_id, created_at desc);

-- Visitors see no row; the grant is explained at voice_drop_likes.
grant select (id, user_id, voice_drop_id, created_at) on public.bookmarks to anon, authenticated;
grant insert (user_id, voice_drop_id), delete on public.bookmarks to authenticated;

alter table public.bookmarks enable row level security;

create policy "People see their own bookmarks"
  on public.bookmarks for select to authenticated
  using (user_id = (select auth.uid()));

create policy "People bookmark drops that they can see"
  on public.bookmarks for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and exists (select from public.voice_drops where id = voice_drop_id)
  );

create policy "People remove their own bookmarks"
  on public.bookmarks for delete to authenticated
  using (user_id = (select auth.uid()));
