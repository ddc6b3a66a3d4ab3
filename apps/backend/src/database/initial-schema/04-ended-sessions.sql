-- Sessions also end by SQL: through a project's functions, or when an account is deleted or banned.
-- The auth service, which caches live sessions, is notified of each end when it is committed.

create function backend.tell_session_ended() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform pg_notify('auth_session_ended', old.id::text);
  return null;
end
$$;

create trigger tell_session_ended after delete or update of not_after, user_id on auth.sessions
  for each row execute function backend.tell_session_ended();

create function backend.tell_account_closed() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform pg_notify('auth_session_ended', id::text) from auth.sessions where user_id = new.id;
  return null;
end
$$;

create trigger tell_account_closed after update of banned_until, deleted_at on auth.users
  for each row when (
    old.banned_until is distinct from new.banned_until
    or old.deleted_at is distinct from new.deleted_at
  )
  execute function backend.tell_account_closed();
