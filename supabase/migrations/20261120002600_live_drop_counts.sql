-- What pages are told of. Counts are copied here at most once a second for each drop; a page that
-- has heard of a change reads the counts once more when no other follows.

-- No foreign key: it would lock the drop after its counts. The row goes with the counts.
create table public.voice_drop_count_news (
  voice_drop_id uuid primary key,
  play_count bigint not null,
  like_count bigint not null,
  comment_count bigint not null,
  told_at timestamptz not null
)
with (fillfactor = 50);

comment on table public.voice_drop_count_news is
  'A drop''s counts as they were when they were last told, at most once a second. Those of now are columns of voice_drops.';

revoke all on public.voice_drop_count_news from anon, authenticated;
grant all on public.voice_drop_count_news to service_role;
grant select (voice_drop_id, play_count, like_count, comment_count, told_at)
  on public.voice_drop_count_news to anon, authenticated;

alter table public.voice_drop_count_news enable row level security;

create policy "Whoever sees a drop is told of its counts"
  on public.voice_drop_count_news for select to anon, authenticated
  using (exists (select from public.voice_drops where id = voice_drop_id));

create function private.tell_counts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  told_at constant timestamptz := clock_timestamp();
begin
  insert into public.voice_drop_count_news as news
    (voice_drop_id, play_count, like_count, comment_count, told_at)
  values (new.voice_drop_id, new.play_count, new.like_count, new.comment_count, told_at)
  on conflict (voice_drop_id) do update
  set play_count = excluded.play_count, like_count = excluded.like_count,
    comment_count = excluded.comment_count, told_at = excluded.told_at
  where news.told_at <= excluded.told_at - interval '1 second';
  return null;
end
$$;

create trigger tell_counts after update on private.voice_drop_counts
  for each row execute function private.tell_counts();

create function private.forget_told_counts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from public.voice_drop_count_news where voice_drop_id = old.voice_drop_id;
  return null;
end
$$;

create trigger forget_told_counts after delete on private.voice_drop_counts
  for each row execute function private.forget_told_counts();
