-- An account's statements that write the same kinds of rows run one after the other. An update or a delete
-- of several rows locks them in the order of its plan, which neither the client nor a trigger chooses: two
-- statements of one account could each wait for a row of the other.

create function private.lock_account(account uuid) returns void
-- PL/pgSQL keeps its plans, which a function in SQL makes anew for each call.
language plpgsql
set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('account ' || account, 0));
end
$$;
comment on function private.lock_account is
  'Makes the writes of an account wait for each other, until the transaction ends.';

create function private.take_turn() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  -- Locks nothing for the server, which has no account.
  perform private.lock_account(auth.uid());
  return null;
end
$$;

-- Only for the client's own statement: within another one, rows are locked already.
do $$
declare
  written regclass;
begin
  foreach written in array array[
    'public.account_settings',
    'public.blocks',
    'public.bookmarks',
    'public.conversation_participants',
    'public.follow_declines',
    'public.follow_requests',
    'public.followed_hashtags',
    'public.follows',
    'public.notifications',
    'public.profiles',
    'public.reports',
    'public.voice_drop_comment_likes',
    'public.voice_drop_comments',
    'public.voice_drop_likes',
    'public.voice_drops'
  ]::regclass[]
  loop
    execute format(
      'create trigger take_turn before insert or update or delete on %s
         for each statement when (pg_trigger_depth() = 0) execute function private.take_turn()',
      written
    );
  end loop;
end
$$;
