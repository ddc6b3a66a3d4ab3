-- The bell on the profile of a followed person: a notification of each drop that they post.

-- Deleted with the follow: by an unfollow, a removed follower, a block or a deleted account.
create table public.drop_alerts (
  follower_id uuid not null,
  following_id uuid not null,
  primary key (follower_id, following_id),
  foreign key (follower_id, following_id)
    references public.follows (follower_id, following_id) on delete cascade
);

comment on table public.drop_alerts is
  'Whose drops their followers want to be notified of. Visible to the follower only.';

create index drop_alerts_following_id_idx on public.drop_alerts (following_id, follower_id);

-- As of blocks: estimates would say how many want to be notified of an account's drops.
alter table public.drop_alerts
  alter column follower_id set statistics 0,
  alter column following_id set statistics 0;

grant select (follower_id, following_id), insert (follower_id, following_id), delete
  on public.drop_alerts to authenticated;

alter table public.drop_alerts enable row level security;

create policy "People see their own alerts"
  on public.drop_alerts for select to authenticated
  using (follower_id = (select auth.uid()));

create policy "People ask for alerts of people whom they follow"
  on public.drop_alerts for insert to authenticated
  with check (follower_id = (select auth.uid()));

create policy "People end their own alerts"
  on public.drop_alerts for delete to authenticated
  using (follower_id = (select auth.uid()));

create trigger limit_alerts before insert on public.drop_alerts
  for each row execute function private.limit_acts('alert');

create function private.announce_drop() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- One event, however many people want to be notified. The order makes the planner use the index: where
  -- most alerts are for one account, it would search all of them for the alerts of another.
  perform from public.drop_alerts
  where following_id = new.user_id order by follower_id limit 1;
  if found then
    insert into private.outbox (kind, subject) values ('drop', new.id);
  end if;
  return null;
end
$$;

create trigger announce_drop after insert on public.voice_drops
  for each row when (new.audience in ('public', 'followers')) execute function private.announce_drop();
-- Who was notified before it was held is not notified again: see notifications_drop_key, and for how long notifications
-- are kept.
create trigger announce_released_drop after update of moderation on public.voice_drops
  for each row when (
    old.moderation = 'held' and new.audience in ('public', 'followers')
    and new.created_at > now() - interval '90 days'
  )
  execute function private.announce_drop();

create function private.notify_of_drop(voice_drop uuid, after_id uuid, batch_size int) returns uuid
language plpgsql
set search_path = ''
as $$
declare
  posted public.voice_drops;
  followers uuid[];
  follower uuid;
begin
  select * into posted from public.voice_drops where id = voice_drop and audience in ('public', 'followers');
  if not found then
    return null;
  end if;
  -- The locks make a block or an unfollow wait until it can delete the notification; an alert that is being
  -- deleted is skipped.
  followers := array(
    select follower_id from public.drop_alerts
    where following_id = posted.user_id
      and follower_id > coalesce(after_id, '00000000-0000-0000-0000-000000000000')
    order by follower_id limit batch_size
    for key share skip locked
  );
  foreach follower in array followers loop
    if private.may_see_voice_drop(follower, posted.id) then
      perform private.notify(follower, posted.user_id, 'drop', posted.id);
    end if;
  end loop;
  return case when cardinality(followers) = batch_size then followers[batch_size] end;
end
$$;
comment on function private.notify_of_drop is
  'Notifies the next followers, in the order of their ids, who want to be notified of the author''s drops and may see this one. Returns the last of them; null when none are left, or the drop is gone or private.';
