-- Counts for live updates. The counts of a drop are copied here at most once a second; a client that has
-- received a change reads the current counts once more when no further change follows.

-- No foreign key: it would lock the drop after its counts. A trigger deletes the row with the counts.
create table public.live_drop_counts (
  -- The key that is published when a row is deleted, to every subscriber: it says nothing about the drop.
  id uuid primary key default gen_random_uuid(),
  voice_drop_id uuid not null,
  play_count bigint not null,
  like_count bigint not null,
  comment_count bigint not null,
  sent_at timestamptz not null,
  constraint live_drop_counts_voice_drop_id_key unique (voice_drop_id)
)
with (fillfactor = 50);

comment on table public.live_drop_counts is
  'The counts of a drop as they were last sent to subscribers, at most once a second. The current ones are computed columns of voice_drops.';

grant select (id, voice_drop_id, play_count, like_count, comment_count, sent_at)
  on public.live_drop_counts to anon, authenticated;

alter table public.live_drop_counts enable row level security;

create policy "Everyone may receive the counts of drops that they can see"
  on public.live_drop_counts for select to anon, authenticated
  using (exists (select from public.voice_drops where id = voice_drop_id));

-- Beyond the account's limit, the counts are sent with the next change by somebody else. Plays have no
-- limit, since a row that counts them would show that the account has listened.
create function private.update_live_drop_counts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  sent_at constant timestamptz := clock_timestamp();
  due constant uuid[] := array(
    select voice_drop_id from new_rows left join public.live_drop_counts as live using (voice_drop_id)
    where (live.sent_at <= clock_timestamp() - interval '1 second') is not false
  );
  reactions constant int := (
    select count(*) from old_rows as earlier join new_rows as later using (voice_drop_id)
    where voice_drop_id = any (due)
      and (earlier.like_count, earlier.comment_count) <> (later.like_count, later.comment_count)
  );
begin
  if due = '{}' or reactions > 0 and private.count_acts('count news', reactions) is not null then
    return null;
  end if;
  insert into public.live_drop_counts as live
    (voice_drop_id, play_count, like_count, comment_count, sent_at)
  select voice_drop_id, play_count, like_count, comment_count, sent_at
  from new_rows where voice_drop_id = any (due)
  order by voice_drop_id
  on conflict (voice_drop_id) do update
  set play_count = excluded.play_count, like_count = excluded.like_count,
    comment_count = excluded.comment_count, sent_at = excluded.sent_at;
  return null;
end
$$;

create trigger update_live_drop_counts after update on private.voice_drop_counts
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.update_live_drop_counts();

create function private.delete_live_drop_counts() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  delete from public.live_drop_counts where voice_drop_id = old.voice_drop_id;
  return null;
end
$$;

create trigger delete_live_drop_counts after delete on private.voice_drop_counts
  for each row execute function private.delete_live_drop_counts();
