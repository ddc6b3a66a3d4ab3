-- The keys with which browsers encrypt the recordings and drafts of an account whose session has ended. A
-- browser forgets the key with the session, so that only a session of the account makes them readable again.

create table private.account_keys (
  user_id uuid primary key references auth.users (id) on delete cascade,
  -- A random UUID has 122 random bits.
  key text not null default rtrim(translate(encode(sha256(
    uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
  ), 'base64'), '+/', '-_'), '=')
);

comment on column private.account_keys.key is '32 random bytes in base64url, as in a JSON Web Key.';

alter table private.account_keys enable row level security;

create function public.own_account_key() returns text
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_own_session();
  insert into private.account_keys (user_id) values (auth.uid()) on conflict do nothing;
  return (select key from private.account_keys where user_id = auth.uid());
end
$$;
comment on function public.own_account_key is
  'The caller''s key, made by the first call. Requires aal2 where the account has a second factor.';
revoke all on function public.own_account_key from anon, service_role;
grant execute on function public.own_account_key to authenticated;
