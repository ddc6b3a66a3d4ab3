-- Deletes an account's rows in batches. Deleting a popular account in one statement would run the
-- triggers of every like and comment of its drops: longer than the statement timeout, with other
-- accounts' rows locked meanwhile.
--
-- Each batch is a short transaction, so that an interrupted deletion continues where it stopped.
-- The first batches hide the account, the next delete its dependent rows, the last its profile. The
-- edge function delete-account calls until no rows are left. Rows are selected in the order of an
-- index, which skips those already deleted.

create table private.account_deletions (
  user_id uuid primary key references auth.users (id) on delete cascade,
  is_hidden boolean not null default false,
  continued_at timestamptz not null default now()
);

comment on table private.account_deletions is
  'Accounts whose deletion has begun. The row is deleted with the account.';
comment on column private.account_deletions.continued_at is 'When the latest batch began.';

alter table private.account_deletions enable row level security;

-- Locks drops, their ranks, their counts, and their owners' counts, in the order of all transactions.
-- Drops that another transaction has locked are left to a later batch. If all are locked, waits for the
-- first, while holding no lock that another transaction could wait for.
create function private.lock_drops(drops uuid[]) returns uuid[]
language plpgsql
set search_path = ''
as $$
declare
  locked uuid[] := array(
    select id from public.voice_drops where id = any (drops)
    order by id for no key update skip locked
  );
begin
  locked := array(
    select voice_drop_id from private.voice_drop_ranks where voice_drop_id = any (locked)
    order by voice_drop_id for no key update skip locked
  );
  locked := array(
    select voice_drop_id from private.voice_drop_counts where voice_drop_id = any (locked)
    order by voice_drop_id for no key update skip locked
  );
  if cardinality(locked) = 0 then
    locked := array(
      select id from public.voice_drops where id = any (drops)
      order by id limit 1 for no key update
    );
    perform from private.voice_drop_ranks where voice_drop_id = any (locked) for no key update;
    perform private.lock_counts(locked);
  end if;
  perform from public.profile_counts
  where user_id in (select user_id from public.voice_drops where id = any (locked))
  order by user_id for no key update;
  return locked;
end
$$;
comment on function private.lock_drops is
  'Locks the drops that no other transaction has locked, their ranks and counts, and their owners'' counts. Returns the locked ids.';

create function private.hide_account(account uuid, batch_size int) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  update public.profiles set username = null, bio = null, avatar_url = null
  where user_id = account and num_nonnulls(username, bio, avatar_url) > 0;
  update public.voice_drops set privacy_level = 'private'
  where id = any (array(
    select id from public.voice_drops
    where user_id = account and privacy_level <> 'private'
    limit batch_size
  ));
  if found then
    return true;
  end if;
  update public.profiles set is_private = true where user_id = account;
  return false;
end
$$;
comment on function private.hide_account is
  'Clears a profile and makes a batch of the account''s drops private. Returns whether drops may be left.';

create function private.delete_batch(
  rows_of regclass, key_column text, key uuid, ordering text, batch_size int,
  skips_locked boolean default false
) returns int
language plpgsql
set search_path = ''
as $$
declare
  deleted int;
begin
  execute format(
    'delete from %1$s where id = any (array(
       select id from %1$s where %2$I = $1 %3$s limit $2 %4$s
     ))',
    rows_of, key_column, 'order by ' || ordering,
    case when skips_locked then 'for update skip locked' end
  ) using key, batch_size;
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
comment on function private.delete_batch is
  'Deletes a batch of the rows of a table that have a key in a column, in an order if one is given. Rows that another transaction has locked are skipped if asked for. Returns the number of deleted rows.';

create function private.delete_comment(comment uuid, batch_size int) returns int
language plpgsql
set search_path = ''
as $$
declare
  deleted int;
  reply uuid;
begin
  deleted := private.delete_batch(
    'public.voice_drop_comment_likes', 'comment_id', comment, 'user_id', batch_size
  );
  for reply in
    select id from public.voice_drop_comments where parent_comment_id = comment limit batch_size
  loop
    exit when deleted >= batch_size;
    deleted := deleted + private.delete_comment(reply, batch_size - deleted);
  end loop;
  if deleted < batch_size then
    delete from public.voice_drop_comments where id = comment;
    deleted := deleted + 1;
  end if;
  return deleted;
end
$$;
comment on function private.delete_comment is
  'Deletes a batch of a comment''s likes and replies, and the comment once none are left. Returns the number of deleted rows.';

create function private.delete_drop(drop_id uuid, batch_size int) returns int
language plpgsql
set search_path = ''
as $$
declare
  deleted int := 0;
  comment uuid;
  dependents record;
begin
  for comment in
    select id from public.voice_drop_comments
    where voice_drop_id = drop_id order by created_at limit batch_size
  loop
    exit when deleted >= batch_size;
    deleted := deleted + private.delete_comment(comment, batch_size - deleted);
  end loop;

  for dependents in
    select * from (values
      ('public.voice_drop_likes'::regclass, 'voice_drop_id', 'user_id'),
      ('public.notifications', 'reference_id', null),
      ('public.bookmarks', 'voice_drop_id', null),
      ('public.earlier_words', 'voice_drop_id', null)
    ) as listed (rows_of, key_column, ordering)
  loop
    deleted := deleted + private.delete_batch(
      dependents.rows_of, dependents.key_column, drop_id, dependents.ordering, batch_size - deleted
    );
  end loop;
  if deleted < batch_size then
    delete from public.voice_drops where id = drop_id;
    deleted := deleted + 1;
  end if;
  return deleted;
end
$$;
comment on function private.delete_drop is
  'Deletes a batch of a drop''s dependent rows, and the drop once none are left. Returns the number of deleted rows.';

create function private.delete_comments_by(account uuid, batch_size int) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  locked constant uuid[] := private.lock_drops(array(
    select voice_drop_id from public.voice_drop_comments
    where user_id = account order by created_at desc limit batch_size
  ));
  deleted int := 0;
  comment uuid;
begin
  for comment in
    select id from public.voice_drop_comments
    where user_id = account and voice_drop_id = any (locked)
    limit batch_size
  loop
    exit when deleted >= batch_size;
    deleted := deleted + private.delete_comment(comment, batch_size - deleted);
  end loop;
  return deleted > 0;
end
$$;
comment on function private.delete_comments_by is
  'Deletes a batch of an account''s comments, with their replies. Returns whether rows were deleted.';

create function private.delete_likes_by(account uuid, batch_size int) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  delete from public.voice_drop_likes
  where user_id = account and voice_drop_id = any (private.lock_drops(array(
    select voice_drop_id from public.voice_drop_likes
    where user_id = account order by created_at desc limit batch_size
  )));
  if found then
    return true;
  end if;
  delete from public.reports
  where reporter_id = account and reported_voice_drop_id = any (private.lock_drops(array(
    select reported_voice_drop_id from public.reports
    where reporter_id = account and reported_voice_drop_id is not null limit batch_size
  )));
  if found then
    return true;
  end if;
  with liked as (
    select id from public.voice_drop_comments
    where id = any (array(
      select comment_id from public.voice_drop_comment_likes
      where user_id = account limit batch_size
    ))
    order by id for no key update skip locked
  )
  delete from public.voice_drop_comment_likes
  where user_id = account and comment_id in (select id from liked);
  return found;
end
$$;
comment on function private.delete_likes_by is
  'Deletes a batch of an account''s likes and reports, which change the counts of drops and comments. Returns whether rows were deleted.';

create function private.delete_follows_of(account uuid, batch_size int) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  ids constant uuid[] := array(
    select id from public.follows
    where following_id = account order by created_at desc limit batch_size
  ) || array(
    select id from public.follows
    where follower_id = account order by following_id limit batch_size
  );
begin
  -- In the order in which count_follows locks the counts of the two profiles.
  perform from public.profile_counts
  where user_id in (
    select unnest(array[follower_id, following_id]) from public.follows where id = any (ids)
  )
  order by user_id for no key update;
  delete from public.follows where id = any (ids);
  return found;
end
$$;
comment on function private.delete_follows_of is
  'Deletes a batch of an account''s follows and followers. Returns whether rows were deleted.';

-- Rows that change no count. Those that another transaction has locked are left to a later batch.
create function private.delete_references_to(account uuid, batch_size int) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  reference record;
begin
  delete from private.outbox where id = any (array(
    select waiting.id from private.outbox as waiting
    join public.push_subscriptions as device on device.id = waiting.target
    where device.user_id = account limit batch_size
  ));
  if found then
    return true;
  end if;
  for reference in
    select * from (values
      ('private.outbox'::regclass, 'recipient', null),
      ('public.notifications', 'recipient_id', 'created_at desc'),
      ('public.notifications', 'actor_id', 'created_at'),
      ('private.comment_mentions', 'user_id', null),
      ('public.bookmarks', 'user_id', null),
      ('public.follow_requests', 'requester_id', null),
      ('public.follow_requests', 'account_id', null),
      ('public.follow_declines', 'requester_id', null),
      ('public.follow_declines', 'account_id', null),
      ('public.blocks', 'blocker_id', null),
      ('public.blocks', 'blocked_id', null),
      ('public.mutes', 'user_id', null),
      ('public.mutes', 'person_id', null)
    ) as listed (rows_of, key_column, ordering)
  loop
    if private.delete_batch(
      reference.rows_of, reference.key_column, account, reference.ordering, batch_size,
      skips_locked => true
    ) > 0 then
      return true;
    end if;
  end loop;
  return false;
end
$$;
comment on function private.delete_references_to is
  'Deletes a batch of an account''s deliveries, notifications, bookmarks, requests and blocks, and of mentions of the account. Returns whether rows were deleted.';

create function private.delete_drops_of(account uuid, batch_size int) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  deleted int := 0;
  drop_id uuid;
begin
  for drop_id in
    select id from public.voice_drops where user_id = account limit batch_size
  loop
    exit when deleted >= batch_size;
    deleted := deleted + private.delete_drop(drop_id, batch_size - deleted);
  end loop;
  return deleted > 0;
end
$$;
comment on function private.delete_drops_of is
  'Deletes a batch of an account''s drops and their dependent rows. Returns whether rows were deleted.';

-- Clips that a message of the account still uses are those of anonymous messages, which stay with their recipient.
create function private.release_clips_of(account uuid, batch_size int) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  update private.message_clips
  set account_id = null, removable_at = case when removable_at is not null then now() end
  where id = any (array(
    select id from private.message_clips where account_id = account limit batch_size
  ));
  return found;
end
$$;
comment on function private.release_clips_of is
  'Separates a batch of clips of messages from their account, and lets those be removed that no message uses. Returns whether there were any.';

-- What the account has sent loses its words and clips. Its rows stay, and nobody reads them: the position of a later
-- message must not depend on them, and a block looks the same. An anonymous sender's messages stay as they are.
create function private.leave_conversation(mine private.conversation_sides, batch_size int)
returns int
language plpgsql
set search_path = ''
as $$
declare
  is_hidden constant boolean := mine.is_anonymous and mine.place = 1;
  own uuid[];
  changed int;
begin
  perform from public.conversations where id = mine.conversation_id for no key update;
  if not exists (
    select from public.conversation_participants
    where conversation_id = mine.conversation_id and place <> mine.place
  ) then
    changed := private.delete_messages(array(
      select id from public.messages where conversation_id = mine.conversation_id limit batch_size
    ));
    if changed < batch_size then
      delete from public.conversations where id = mine.conversation_id;
    end if;
    return changed + 1;
  elsif is_hidden then
    changed := private.delete_messages(array(
      select id from public.messages where conversation_id = mine.conversation_id and position is null
    ));
  else
    delete from private.deleted_messages
    where conversation_id = mine.conversation_id and place = mine.place;
    own := array(
      select id from public.messages
      where conversation_id = mine.conversation_id and place = mine.place
        and num_nonnulls(content, duration) > 0
      limit batch_size
    );
    perform private.clear_messages(own, now());
    changed := cardinality(own);
    if changed >= batch_size then
      return changed;
    end if;
    update public.conversation_participants set unread_count = 0
    where conversation_id = mine.conversation_id and place <> mine.place;
    -- Somebody who is blocked took the block for this deletion.
    perform private.send_to_person(user_id, 'conversation', mine.conversation_id)
    from private.conversation_sides as side
    where conversation_id = mine.conversation_id and place <> mine.place and not private.is_cut_off(side);
  end if;
  update public.conversations
  set first_id = case when mine.place <> 1 then first_id end,
    second_id = case when mine.place <> 2 then second_id end
  where id = mine.conversation_id;
  delete from public.conversation_participants
  where conversation_id = mine.conversation_id and place = mine.place;
  perform private.note_unread_rest(mine.conversation_id);
  return changed + 1;
end
$$;
comment on function private.leave_conversation is
  'Clears a batch of what a deleted account has sent, and then its side of the conversation; the conversation, if no side is left. Returns the number of changed rows.';

create function private.leave_conversations(account uuid, batch_size int) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  mine private.conversation_sides;
  opened public.conversations;
  changed int := 0;
begin
  for mine in
    select * from private.conversation_sides where user_id = account
    order by conversation_id limit batch_size
  loop
    exit when changed >= batch_size;
    changed := changed + private.leave_conversation(mine, batch_size - changed);
  end loop;
  if changed = 0 then
    -- Those that others have opened, with no message for the account. The sender of a withheld one gets the same news
    -- as of one that was delivered.
    for opened in
      update public.conversations set second_id = null where id = any (array(
        select id from public.conversations where second_id = account
        order by id limit batch_size for no key update
      ))
      returning *
    loop
      perform private.send_to_person(opened.first_id, 'conversation', opened.id);
      perform private.note_unread_rest(opened.id);
      changed := changed + 1;
    end loop;
  end if;
  return changed > 0;
end
$$;
comment on function private.leave_conversations is
  'Deletes a batch of an account''s sides of conversations. Returns whether rows were changed.';

create function public.delete_account_rows(account uuid, batch_size int default 250)
returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  was_hidden boolean;
begin
  if not exists (select from public.profiles where user_id = account) then
    return false;
  end if;
  -- Before anything is hidden or deleted: refused to the last admin, who a later batch could have become otherwise.
  perform private.change_staff(account, null, 'The account was deleted.', 'Automatic');
  -- The row's lock also serialises two calls for the same account.
  insert into private.account_deletions as deletion (user_id) values (account)
  on conflict (user_id) do update set continued_at = now()
  returning is_hidden into was_hidden;
  if not was_hidden then
    if not private.hide_account(account, batch_size) then
      update private.account_deletions set is_hidden = true where user_id = account;
    end if;
    return true;
  end if;
  -- One kind of row per batch, so that a batch locks other accounts' rows of one kind only. Rows
  -- that other accounts see come first. Notifications come before the likes that caused them, whose
  -- triggers would otherwise search for them.
  if private.delete_comments_by(account, batch_size) then
    return true;
  elsif private.leave_conversations(account, batch_size) then
    return true;
  elsif private.delete_references_to(account, batch_size) then
    return true;
  elsif private.delete_likes_by(account, batch_size) then
    return true;
  elsif private.delete_follows_of(account, batch_size) then
    return true;
  elsif private.delete_drops_of(account, batch_size) then
    return true;
  elsif private.release_clips_of(account, batch_size) then
    return true;
  end if;
  delete from public.profiles where user_id = account;
  return false;
end
$$;
comment on function public.delete_account_rows is
  'Deletes a batch of an account''s rows, and finally its profile. Returns whether rows are left, for which the caller calls again.';
revoke all on function public.delete_account_rows from anon, authenticated;
grant execute on function public.delete_account_rows to service_role;

create function public.removable_files(account uuid, batch_size int default 500) returns setof text
language sql stable security definer
set search_path = ''
as $$
  select name from private.account_uploads(account)
  where not exists (
    select from public.report_evidence where bucket = 'voice-drops' and path = name
  )
  limit batch_size
$$;
comment on function public.removable_files is
  'Paths in the bucket voice-drops of what a deleted account has uploaded, without evidence of reports. For removal through the storage API.';
revoke all on function public.removable_files from anon, authenticated;
grant execute on function public.removable_files to service_role;

create function public.unfinished_account_deletions(idle interval default '10 minutes')
returns setof uuid
language sql stable security definer
set search_path = ''
as $$
  select user_id from private.account_deletions
  where continued_at < now() - idle
  order by continued_at
$$;
comment on function public.unfinished_account_deletions is
  'Accounts whose deletion was interrupted: no batch has begun for the given time.';
revoke all on function public.unfinished_account_deletions from anon, authenticated;
grant execute on function public.unfinished_account_deletions to service_role;
