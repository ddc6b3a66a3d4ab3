-- SQL can end sessions too: functions of a project, and the deletion or ban of an account. The auth
-- service caches live sessions and is notified when such a transaction is committed.

create function backend.notify_session_ended() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform pg_notify('auth_session_ended', old.id::text);
  return null;
end
$$;

create trigger notify_session_ended after delete or update of not_after, user_id on auth.sessions
  for each row execute function backend.notify_session_ended();

create function backend.notify_account_closed() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform pg_notify('auth_session_ended', id::text) from auth.sessions where user_id = new.id;
  return null;
end
$$;

create trigger notify_account_closed after update of banned_until, deleted_at on auth.users
  for each row when (
    old.banned_until is distinct from new.banned_until
    or old.deleted_at is distinct from new.deleted_at
  )
  execute function backend.notify_account_closed();
