-- The operator's staff: moderators, and admins who also change who is staff and the installation's settings. To
-- everybody else the desk does not exist. Each act of staff is a row of a log that no role of the API can change.
--
-- Functions of the desk are security definer, begin with private.require_staff, and are granted to authenticated.

create table private.staff (
  user_id uuid primary key references auth.users (id) on delete cascade,
  role text not null check (role in ('moderator', 'admin')),
  -- Null if the operator added the person by a command.
  added_by uuid references auth.users (id) on delete set null,
  added_at timestamptz not null default now()
);

create index staff_added_by on private.staff (added_by);

alter table private.staff enable row level security;

create table private.staff_log (
  id bigint generated always as identity primary key,
  -- No reference to another table: a row stays when its person or its subject is deleted.
  staff_id uuid,
  staff_name text not null,
  act text not null,
  subject_kind text,
  subject_id text,
  person_id uuid,
  reason text,
  before jsonb,
  after jsonb,
  at timestamptz not null default now()
);

comment on table private.staff_log is 'What staff did, for two years. Rows are only added, and deleted by a job after that time.';
comment on column private.staff_log.staff_name is
  'The username at the time of the act, or who acted instead of staff: Operator, Automatic.';
comment on column private.staff_log.person_id is 'Whose the subject is.';

create index staff_log_staff on private.staff_log (staff_id, id);
create index staff_log_person on private.staff_log (person_id, id);
create index staff_log_at on private.staff_log (at);

alter table private.staff_log enable row level security;

create function private.refuse_log_change() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception 'Rows of the log are neither changed nor deleted.'
    using errcode = 'insufficient_privilege';
end
$$;

create trigger refuse_change before update or truncate on private.staff_log
  for each statement execute function private.refuse_log_change();
-- As in private.delete_expired.
create trigger refuse_deletion before delete on private.staff_log
  for each row when (old.at > now() - interval '2 years')
  execute function private.refuse_log_change();

-- Reading the session also refuses tokens that outlive their session or their factor, as they do on hosted Supabase.
create function private.staff_role() returns text
language plpgsql stable security definer
set search_path = ''
as $$
declare
  own_role constant text := (select role from private.staff where user_id = auth.uid());
begin
  if own_role is null or auth.jwt() ->> 'aal' is distinct from 'aal2' or not exists (
    select from auth.sessions
    where id = (auth.jwt() ->> 'session_id')::uuid and user_id = auth.uid() and aal = 'aal2'
      and (not_after is null or not_after > now())
  ) or not private.may_write() then
    return null;
  end if;
  return own_role;
end
$$;
comment on function private.staff_role is
  'The caller''s role as staff, for policies. Null for everybody else, and for staff who are suspended or banned, or whose session has not verified a second factor.';
grant execute on function private.staff_role to authenticated;

create function private.require_staff(minimum text default 'moderator') returns uuid
language plpgsql stable security definer
set search_path = ''
as $$
declare
  verified_role constant text := private.staff_role();
begin
  if verified_role = 'admin' or verified_role = minimum then
    return auth.uid();
  elsif verified_role is not null then
    raise exception 'Only admins can do this.' using errcode = 'PT403';
  elsif exists (select from private.staff where user_id = auth.uid()) then
    perform private.require_may_write();
    raise exception 'The desk takes your second factor.' using errcode = 'PT403', hint = 'aal2';
  end if;
  raise exception 'Not found' using errcode = 'PT404';
end
$$;
comment on function private.require_staff is
  'The caller''s id. Refuses callers who are not staff as if there were no desk, staff without the second factor, and moderators where an admin is needed.';

create function private.log_act(
  act text,
  subject_kind text default null,
  subject_id text default null,
  person_id uuid default null,
  reason text default null,
  before jsonb default null,
  after jsonb default null,
  -- Who acts instead of the caller, who may be staff that does something as a member.
  actor text default null
) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  staff_id constant uuid := (
    select user_id from private.staff where user_id = auth.uid() and actor is null
  );
begin
  insert into private.staff_log
    (staff_id, staff_name, act, subject_kind, subject_id, person_id, reason, before, after)
  values (
    staff_id,
    case when staff_id is null then coalesce(actor, 'Automatic')
      else coalesce((select username from public.profiles where user_id = staff_id), '') end,
    act, subject_kind, subject_id, person_id, nullif(btrim(reason), ''), before, after
  );
end
$$;
comment on function private.log_act is
  'Adds an act to the log of staff: of the caller, or of the named actor, such as Automatic or Operator.';

create function private.is_last_admin(account uuid) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (select from private.staff where user_id = account and role = 'admin')
    and not exists (select from private.staff where user_id <> account and role = 'admin')
$$;

create function private.keep_last_admin() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Two admins who remove each other at the same time wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('admins', 0));
  if private.is_last_admin(old.user_id) and (tg_op = 'DELETE' or new.role <> 'admin') then
    raise exception 'The last admin cannot be removed. Make somebody else an admin first.'
      using errcode = 'PT409';
  end if;
  -- The row is deleted with its account, after the account.
  if tg_op = 'DELETE' and not exists (select from auth.users where id = old.user_id) then
    perform private.log_act(
      'remove-staff', 'staff', old.user_id::text, old.user_id, 'The account was deleted.',
      jsonb_build_object('role', old.role), actor => 'Automatic'
    );
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

create trigger keep_last_admin before update or delete on private.staff
  for each row execute function private.keep_last_admin();

create function private.change_staff(
  account uuid, new_role text, reason text, actor text default null
) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  name constant text := (select username from public.profiles where user_id = account);
  former_role constant text := (select role from private.staff where user_id = account for update);
begin
  if former_role is not distinct from new_role then
    return;
  end if;
  -- Before the change: whoever removes themselves is staff until then.
  perform private.log_act(
    case when new_role is null then 'remove-staff'
      when former_role is null then 'add-staff' else 'change-role' end,
    'staff', account::text, account, reason,
    case when former_role is not null
      then jsonb_build_object('role', former_role, 'username', name) end,
    case when new_role is not null
      then jsonb_build_object('role', new_role, 'username', name) end,
    actor
  );
  if new_role is null then
    delete from private.staff where user_id = account;
  else
    insert into private.staff (user_id, role, added_by) values (account, new_role, auth.uid())
    on conflict (user_id) do update set role = excluded.role;
  end if;
  -- A session's data, from which the app knows without a request whether its menu has the desk. It gives no right.
  update auth.users
  set raw_app_meta_data = coalesce(raw_app_meta_data, '{}') - 'desk'
    || case when new_role is null then '{}' else '{"desk": true}' end::jsonb
  where id = account;
end
$$;
comment on function private.change_staff is
  'Adds a person to the staff, changes their role, or removes them if the role is null. For the operator''s command and the functions of admins.';

create function public.desk_role() returns text
language sql stable security definer
set search_path = ''
as $$
  select role from private.staff where user_id = auth.uid()
$$;
comment on function public.desk_role is
  'The caller''s role as staff, also before the second factor, so that the app can ask for it. Null for everybody else.';
revoke all on function public.desk_role from anon, service_role;
grant execute on function public.desk_role to authenticated;

create function public.desk_staff()
returns table (
  user_id uuid,
  username text,
  avatar_url text,
  role text,
  added_by text,
  added_at timestamptz,
  has_factor boolean
)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff();
  return query
    select member.user_id, profile.username, profile.avatar_url, member.role, adding.username,
      member.added_at,
      exists (
        select from auth.mfa_factors as factor
        where factor.user_id = member.user_id and factor.status = 'verified'
      )
    from private.staff as member
    left join public.profiles as profile on profile.user_id = member.user_id
    left join public.profiles as adding on adding.user_id = member.added_by
    order by member.role, lower(profile.username), member.user_id;
end
$$;
comment on function public.desk_staff is
  'The staff, admins first, and whether they have a second factor, without which they cannot act.';
revoke all on function public.desk_staff from anon, service_role;
grant execute on function public.desk_staff to authenticated;

create function private.require_reason(reason text) returns void
language plpgsql immutable
set search_path = ''
as $$
begin
  if coalesce(btrim(reason), '') = '' then
    raise exception 'Say why: the log keeps the reason.' using errcode = '22023';
  elsif char_length(reason) > 500 * 8 then
    raise exception 'The reason is too long.' using errcode = '22001';
  end if;
end
$$;
comment on function private.require_reason is 'Refuses an act whose reason is missing or too long.';

create function public.desk_add_staff(username text, role text, reason text) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  account uuid;
begin
  perform private.require_staff('admin');
  perform private.require_reason(reason);
  if desk_add_staff.role is null then
    raise exception 'A role is needed.' using errcode = '22023';
  end if;
  select user_id into account from public.profiles
  where lower(profiles.username) = lower(btrim(desk_add_staff.username));
  if account is null then
    raise exception 'Nobody has this username.' using errcode = 'PT422';
  end if;
  perform private.change_staff(account, desk_add_staff.role, reason);
end
$$;
comment on function public.desk_add_staff is
  'Adds a person to the staff, or changes their role. For admins.';
revoke all on function public.desk_add_staff from anon, service_role;
grant execute on function public.desk_add_staff to authenticated;

create function public.desk_remove_staff(user_id uuid, reason text) returns void
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin');
  perform private.require_reason(reason);
  perform private.change_staff(desk_remove_staff.user_id, null, reason);
end
$$;
comment on function public.desk_remove_staff is 'Removes a person from the staff. For admins.';
revoke all on function public.desk_remove_staff from anon, service_role;
grant execute on function public.desk_remove_staff to authenticated;

-- A case in which the caller takes part is not theirs to read, in the log neither. What was done about a message can name
-- an anonymous sender, and is left out once the case is deleted that says who has received it.
create function private.may_read_act(entry private.staff_log) returns boolean
language plpgsql stable
set search_path = ''
as $$
declare
  subject constant uuid := case
    when entry.subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then entry.subject_id::uuid end;
begin
  if entry.staff_id = auth.uid() or entry.subject_kind = 'staff' then
    return true;
  end if;
  return entry.person_id is distinct from auth.uid()
    and not exists (
      select from private.cases as known
      where subject_id = subject and not private.may_decide(known)
    )
    and (entry.subject_kind is distinct from 'message'
      or exists (select from private.cases where subject_id = subject));
end
$$;
comment on function private.may_read_act is
  'Whether the caller, one of staff, may read an act: not what others do in cases in which the caller takes part.';

create function public.desk_log(
  before_id bigint default null, person uuid default null, staff uuid default null
)
returns table (
  id bigint,
  at timestamptz,
  act text,
  staff_id uuid,
  staff_name text,
  subject_kind text,
  subject_id text,
  person_id uuid,
  person_name text,
  reason text,
  before jsonb,
  after jsonb
)
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff();
  return query
    select entry.id, entry.at, entry.act, entry.staff_id, entry.staff_name, entry.subject_kind,
      entry.subject_id, entry.person_id, profile.username, entry.reason, entry.before, entry.after
    from private.staff_log as entry
    left join public.profiles as profile on profile.user_id = entry.person_id
    where (before_id is null or entry.id < before_id)
      and (person is null or entry.person_id = person)
      and (staff is null or entry.staff_id = staff)
      and private.may_read_act(entry)
    order by entry.id desc
    limit 50;
end
$$;
comment on function public.desk_log is
  'A page of the log, the latest acts first: those before an id, about a person, by one of the staff. What others do in cases in which the caller takes part is left out.';
revoke all on function public.desk_log from anon, service_role;
grant execute on function public.desk_log to authenticated;
