-- Measures: what staff's decisions, and holds of the product, do to drops, comments and people. The migrations of
-- decisions call apply_measure and revert_measure; the columns that they set are in the migrations of what they are
-- about.
--
-- A suspended or banned person reads and deletes, but adds and changes nothing, except that a suspended person, who
-- reads what others write, still keeps them away and reports them. Nothing of this is in the auth
-- service: its bans end sessions, and would leave no way to read a statement and to appeal.

create table private.restrictions (
  user_id uuid not null references public.profiles (user_id) on delete cascade,
  kind text not null,
  until timestamptz,
  primary key (user_id, kind),
  constraint restrictions_kind_check check (kind in ('suspended', 'banned')),
  constraint restrictions_until_check check (kind <> 'banned' or until is null)
);

comment on table private.restrictions is 'People who are suspended, until a time, or banned.';
comment on column private.restrictions.until is 'When a suspension ends; null for one without an end, and for a ban.';

alter table private.restrictions enable row level security;

create function private.may_write(even_suspended boolean default false) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return not exists (
    select from private.restrictions
    where user_id = auth.uid() and (until is null or until > now())
      and (kind = 'banned' or not even_suspended)
  );
end
$$;
comment on function private.may_write is
  'Whether the caller is not banned and, unless even those may who are, not suspended.';
grant execute on function private.may_write to anon, authenticated, service_role;

create function private.require_may_write(even_suspended boolean default false) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
declare
  restriction private.restrictions;
begin
  if private.may_write(even_suspended) then
    return true;
  end if;
  select * into restriction from private.restrictions
  where user_id = auth.uid() and (until is null or until > now())
  order by kind limit 1;
  -- The code of a policy's refusal, which all services answer with 403. The app shows messages that end so (see
  -- limitReason in the web app).
  raise exception '%', case
    when restriction.kind = 'banned' then 'Your account is banned. You can read why, and appeal.'
    when restriction.until is null then 'Your account is suspended. You can read why, and appeal.'
    -- It ends when a day of UTC has ended.
    else 'Your account is suspended until the end of ' || to_char(
      (restriction.until - interval '1 second') at time zone 'UTC', 'FMDD FMMonth YYYY'
    ) || '. You can read why, and appeal.'
  end
    using errcode = 'insufficient_privilege';
end
$$;
comment on function private.require_may_write is
  'Raises an error, which says until when, if the caller is banned or, unless even those may who are, suspended. Procedures that write for the caller call it, and policies.';
grant execute on function private.require_may_write to anon, authenticated, service_role;

-- Every table to which people add rows, or whose rows they change; tests list the exceptions. In a sub-select, so that
-- the function runs once per statement.
do $$
declare
  written regclass;
  protects boolean;
  restricted text;
begin
  for written in
    select oid::regclass from pg_class
    where relkind in ('r', 'p')
      and (relnamespace = 'public'::regnamespace or oid = 'storage.objects'::regclass)
      and has_any_column_privilege('authenticated', oid, 'insert, update')
      and oid <> all (array[
        -- Settings. A trigger below checks what others see of a profile.
        'public.profiles', 'public.account_settings',
        -- Marks what was read.
        'public.notifications'
      ]::regclass[])
  loop
    protects := written = any (array[
      'public.blocks', 'public.mutes', 'public.follow_declines', 'public.reports',
      -- Archives or mutes a conversation.
      'public.conversation_participants'
    ]::regclass[]);
    restricted := case when protects then 'banned' else 'suspended or banned' end;
    execute format(
      'create policy "People who are %s add nothing" on %s
         as restrictive for insert to authenticated
         with check ((select private.require_may_write(%L)))',
      restricted, written, protects
    );
    execute format(
      'create policy "People who are %s change nothing" on %s
         as restrictive for update to authenticated
         using (true) with check ((select private.require_may_write(%L)))',
      restricted, written, protects
    );
  end loop;
end
$$;

create policy "People who are suspended or banned send nothing"
  on realtime.messages as restrictive for insert to authenticated
  with check ((select private.may_write()));

create function private.check_restriction() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_may_write();
  return new;
end
$$;

create trigger check_restriction before update of username, bio, avatar_url, is_private, leads_old_links
  on public.profiles
  for each row when (
    old.user_id = auth.uid()
    and (
      new.leads_old_links is not null
      or (old.username, old.bio, old.avatar_url, old.is_private)
        is distinct from (new.username, new.bio, new.avatar_url, new.is_private)
    )
  )
  execute function private.check_restriction();

create function public.own_restriction() returns table (kind text, until timestamptz)
language sql stable security definer
set search_path = ''
as $$
  select kind, until from private.restrictions
  where user_id = auth.uid() and (until is null or until > now()) and private.is_fully_signed_in()
  order by kind limit 1
$$;
comment on function public.own_restriction is
  'Whether the caller is banned or suspended, and until when; no row for everybody else.';
revoke all on function public.own_restriction from anon, service_role;
grant execute on function public.own_restriction to authenticated;

-- Pages that are open read own_restriction again.
create function private.announce_restriction() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform realtime.send('{}', 'restriction', 'notifications:' || coalesce(new.user_id, old.user_id));
  return null;
end
$$;

create trigger announce_restriction after insert or update or delete on private.restrictions
  for each row execute function private.announce_restriction();

-- Locks comments and then their drops' counts, as a deletion does.
create function private.moderate_comments(comments uuid[], change_to text) returns void
language plpgsql
set search_path = ''
as $$
begin
  if comments = '{}' then
    return;
  end if;
  -- Also against replies that are written meanwhile.
  perform from public.voice_drop_comments where id = any (comments) order by id for update;
  perform private.lock_counts(array(
    select voice_drop_id from public.voice_drop_comments where id = any (comments)
  ));
  with changed as (
    update public.voice_drop_comments as comment
    set moderation = case
      when change_to = 'none' and private.is_banned(comment.user_id) then 'banned'
      else change_to
    end
    from public.voice_drop_comments as before
    where comment.id = any (comments) and before.id = comment.id and before.moderation <> change_to
    returning comment.voice_drop_id,
      (comment.moderation = 'none')::int - (before.moderation = 'none')::int as step
  )
  update private.voice_drop_counts as counts
  set comment_count = comment_count + sum_of.steps
  from (
    select voice_drop_id, sum(step) as steps from changed group by voice_drop_id having sum(step) <> 0
  ) as sum_of
  where counts.voice_drop_id = sum_of.voice_drop_id;
  -- Nobody else sees the replies of a hidden comment.
  perform private.moderate_comments(
    array(
      select id from public.voice_drop_comments
      where parent_comment_id = any (comments)
        -- What a banned person wrote stays hidden, with its replies.
        and (change_to <> 'none' or not private.is_removed(parent_comment_id))
        and moderation = case change_to when 'none' then 'thread' else 'none' end
    ),
    case change_to when 'none' then 'none' else 'thread' end
  );
  -- Pages that show the number of unread notifications read it again.
  perform realtime.send('{}', 'deleted', 'notifications:' || recipient_id)
  from (
    select distinct recipient_id from public.notifications
    where comment_id = any (comments) and not read
  ) as recipients;
end
$$;
comment on function private.moderate_comments is
  'Hides comments, and their replies, from everybody but their authors, or shows them again. The counts of their drops follow.';

create function private.set_ban(account uuid, banned boolean) returns void
language plpgsql
set search_path = ''
as $$
begin
  perform from public.profiles where user_id = account for update;
  -- A trigger sets the audience of the account's drops.
  update public.profiles set is_banned = banned where user_id = account and is_banned <> banned;
  perform private.moderate_comments(
    array(
      select id from public.voice_drop_comments
      where user_id = account and moderation = case when banned then 'none' else 'banned' end
    ),
    case when banned then 'banned' else 'none' end
  );
end
$$;
comment on function private.set_ban is
  'Hides an account, its drops and its comments from everybody else, or shows them again.';

create function private.apply_measure(kind text, subject uuid, measure text, until timestamptz default null)
returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  case kind || ' ' || measure
    when 'drop label' then
      insert into private.sensitive_labels (voice_drop_id, author_choice)
      select id, is_sensitive from public.voice_drops where id = subject
      on conflict do nothing;
      update public.voice_drops set is_sensitive = true where id = subject;
    when 'drop limit' then
      update public.voice_drops set is_limited = true where id = subject;
    when 'drop hold' then
      update public.voice_drops set moderation = 'held' where id = subject and moderation = 'none';
    when 'drop remove' then
      update public.voice_drops set moderation = 'removed' where id = subject;
    when 'comment remove' then
      perform private.moderate_comments(array[subject], 'removed');
    when 'person suspend' then
      insert into private.restrictions as known (user_id, kind, until)
      select user_id, 'suspended', apply_measure.until from public.profiles where user_id = subject
      on conflict on constraint restrictions_pkey do update set until = excluded.until;
    when 'person ban' then
      insert into private.restrictions (user_id, kind)
      select user_id, 'banned' from public.profiles where user_id = subject
      on conflict do nothing;
      perform private.set_ban(subject, true);
    else
      -- A warning, or that nothing is wrong, changes nothing; reports flag a drop by themselves.
      if measure not in ('none', 'warn', 'flag') then
        raise exception 'The measure % does not apply to a %', measure, kind
          using errcode = 'invalid_parameter_value';
      end if;
  end case;
end
$$;
comment on function private.apply_measure is
  'Applies the measure of a decision: label, limit, hold or remove a drop, remove a comment, suspend a person until a time, or ban them. Repeating it changes nothing. Does nothing where the subject is gone.';

create function private.revert_measure(kind text, subject uuid, measure text) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  case kind || ' ' || measure
    when 'drop label' then
      with removed as (
        delete from private.sensitive_labels where voice_drop_id = subject returning *
      )
      update public.voice_drops set is_sensitive = author_choice from removed where id = voice_drop_id;
    when 'drop limit' then
      update public.voice_drops set is_limited = false where id = subject;
    when 'drop hold' then
      update public.voice_drops set moderation = 'none' where id = subject and moderation = 'held';
    when 'drop remove' then
      update public.voice_drops set moderation = 'none' where id = subject and moderation = 'removed';
    when 'comment remove' then
      perform private.moderate_comments(array[subject], 'none')
      from public.voice_drop_comments where id = subject and moderation = 'removed';
    when 'person suspend' then
      delete from private.restrictions as known where known.user_id = subject and known.kind = 'suspended';
    when 'person ban' then
      delete from private.restrictions as known where known.user_id = subject and known.kind = 'banned';
      perform private.set_ban(subject, false);
    else
      if measure not in ('none', 'warn', 'flag') then
        raise exception 'The measure % does not apply to a %', measure, kind
          using errcode = 'invalid_parameter_value';
      end if;
  end case;
end
$$;
comment on function private.revert_measure is
  'Takes a measure back: what it hid is shown as before, with likes, comments, counts and places in lists.';
