create table public.voice_drop_comment_likes (
  id uuid primary key default gen_random_uuid(),
  comment_id uuid not null references public.voice_drop_comments (id) on delete cascade,
  user_id uuid not null references public.profiles (user_id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint voice_drop_comment_likes_comment_id_user_id_key unique (comment_id, user_id)
);

comment on table public.voice_drop_comment_likes is 'Likes of comments.';

create index voice_drop_comment_likes_user_id_idx on public.voice_drop_comment_likes (user_id);

-- Visitors see no row; the grant is explained at voice_drop_likes.
grant select (id, comment_id, user_id, created_at)
  on public.voice_drop_comment_likes to anon, authenticated;
grant insert (comment_id, user_id), delete on public.voice_drop_comment_likes to authenticated;

alter table public.voice_drop_comment_likes enable row level security;

create policy "People see their own likes"
  on public.voice_drop_comment_likes for select to authenticated
  using (user_id = (select auth.uid()));

create policy "People like comments that they can see"
  on public.voice_drop_comment_likes for insert to authenticated
  with check (
    user_id = (select auth.uid())
    -- One's own comment can be seen although its drop cannot.
    and exists (
      select from public.voice_drop_comments as comment
      join public.voice_drops on voice_drops.id = comment.voice_drop_id
      where comment.id = comment_id
    )
  );

create policy "People take back their own likes"
  on public.voice_drop_comment_likes for delete to authenticated
  using (user_id = (select auth.uid()));

-- Counts are locked in one order, as described at voice_drop_counts.
create function private.count_comment_likes() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  comments constant uuid[] := array(select comment_id from changed);
  step constant int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform from public.voice_drop_comments where id = any (comments)
  order by id for no key update;
  update public.voice_drop_comments as comment
  set like_count = like_count + step * written.number
  from (
    select comment_id, count(*) as number from unnest(comments) as comment_id group by comment_id
  ) as written
  where comment.id = written.comment_id;
  return null;
end
$$;

create trigger count_comment_likes_on_insert after insert on public.voice_drop_comment_likes
  referencing new table as changed
  for each statement execute function private.count_comment_likes();
create trigger count_comment_likes_on_delete after delete on public.voice_drop_comment_likes
  referencing old table as changed
  for each statement execute function private.count_comment_likes();
