-- Pages are told of drops by Broadcast: what everybody may know is judged once, when a page joins the
-- topic, and not for each listener at each change. It is told that there is a drop, and when it was
-- posted: not whose it is, nor what it says, since those whom its owner has blocked listen, too. A
-- page reads what it shows under its own rights.

create policy "Everybody hears of public drops"
  on realtime.messages for select to anon, authenticated
  using (extension = 'broadcast' and (select realtime.topic()) = 'drops');

-- Of other drops those are told who see them, by the changes of a table that has no other rows.
-- No foreign key, as of voice_drop_count_news.
create table public.withheld_drop_news (
  voice_drop_id uuid primary key,
  event text not null,
  created_at timestamptz not null,
  told_at timestamptz not null default now(),
  constraint withheld_drop_news_event_check check (event in ('posted', 'changed'))
);

comment on table public.withheld_drop_news is
  'What happened last to each drop that visitors do not see. Told to those who see the drop.';
comment on column public.withheld_drop_news.created_at is 'When the drop was posted.';

revoke all on public.withheld_drop_news from anon, authenticated;
grant all on public.withheld_drop_news to service_role;
grant select (voice_drop_id, event, created_at, told_at)
  on public.withheld_drop_news to authenticated;

alter table public.withheld_drop_news enable row level security;

create policy "Whoever sees a drop is told of it"
  on public.withheld_drop_news for select to authenticated
  using (exists (select from public.voice_drops where id = voice_drop_id));

create function private.tell_drops() returns trigger
language plpgsql security definer
-- Times are told in UTC, as REST gives them.
set search_path = '' set timezone = 'UTC'
as $$
declare
  what constant text := case tg_op when 'INSERT' then 'posted' else 'changed' end;
  was_open constant boolean :=
    tg_op = 'UPDATE' and old.audience = 'public' and not old.is_flagged;
  is_open constant boolean :=
    tg_op <> 'DELETE' and new.audience = 'public' and not new.is_flagged;
begin
  if tg_op = 'DELETE' then
    -- Also of a drop that few could see: nothing but its id is told, which is nowhere any more.
    perform realtime.send(jsonb_build_object('id', old.id), 'deleted', 'drops');
    delete from public.withheld_drop_news where voice_drop_id = old.id;
    return null;
  end if;
  if tg_op = 'UPDATE'
    and (old.title, old.hashtags, old.privacy_level, old.audience, old.is_flagged)
      is not distinct from (new.title, new.hashtags, new.privacy_level, new.audience, new.is_flagged)
  then
    return null;
  end if;
  if is_open or was_open then
    perform realtime.send(
      jsonb_build_object('id', new.id, 'created_at', new.created_at), what, 'drops'
    );
  end if;
  if not is_open then
    insert into public.withheld_drop_news (voice_drop_id, event, created_at)
    values (new.id, what, new.created_at)
    on conflict (voice_drop_id) do update set event = excluded.event, told_at = now();
  end if;
  return null;
end
$$;

-- By privacy_level as well, since a trigger before the update derives the audience from it.
create trigger tell_drops
  after insert or update of title, hashtags, privacy_level, audience, is_flagged or delete
  on public.voice_drops
  for each row execute function private.tell_drops();
