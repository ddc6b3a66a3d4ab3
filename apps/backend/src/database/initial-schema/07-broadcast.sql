-- Broadcast as on hosted Supabase: policies on realtime.messages decide which clients may read and write
-- a topic, and a row that SQL inserts there is sent to the topic's channels. The backend reads the rows
-- from PostgreSQL's log and deletes old ones.

-- Until the end of this file: unless a superuser changes the owner of an object, the new owner needs this
-- right on the object's schema.
grant create on schema realtime to supabase_realtime_admin;

grant usage on schema realtime
  to postgres, anon, authenticated, service_role, supabase_realtime_admin;

create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  binary_payload bytea,
  originator text default nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub',
  primary key (id, inserted_at)
);
create index messages_inserted_at_idx on realtime.messages (inserted_at);
alter table realtime.messages owner to supabase_realtime_admin;
alter table realtime.messages enable row level security;
grant select, insert, update on realtime.messages to postgres, anon, authenticated, service_role;
comment on table realtime.messages is
  'Messages of Broadcast that were sent by SQL; each is stored for a day. Policies for select decide which clients may join a private topic, policies for insert which may send to it; both read realtime.topic().';
comment on column realtime.messages.originator is
  'The account whose request sent the message; null for the server. Originators take turns in each topic. Hosted Supabase has no such column.';

create publication supabase_realtime_messages_publication
  for table realtime.messages with (publish = 'insert');

create function realtime.topic() returns text
language sql stable
as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;
alter function realtime.topic() owner to supabase_realtime_admin;
comment on function realtime.topic is
  'The topic for which a policy on realtime.messages is evaluated.';

create function realtime.send(
  payload jsonb, event text, topic text, private boolean default true
) returns void
language plpgsql
as $$
declare
  message_id constant uuid := gen_random_uuid();
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (
    message_id,
    case
      when jsonb_typeof(payload) = 'object' and not payload ? 'id'
        then payload || jsonb_build_object('id', message_id)
      else payload
    end,
    event, topic, private, 'broadcast'
  );
exception
  -- A statement must not fail because its message could not be sent.
  when others then
    raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end
$$;
alter function realtime.send owner to supabase_realtime_admin;
comment on function realtime.send is
  'Sends a message to a topic when the transaction is committed. The payload gets the id of the message, unless it has one.';

create function realtime.send_binary(
  payload bytea, event text, topic text, private boolean default true
) returns void
language plpgsql
as $$
begin
  perform set_config('realtime.topic', topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
  values (payload, event, topic, private, 'broadcast');
exception
  when others then
    raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end
$$;
alter function realtime.send_binary owner to supabase_realtime_admin;
comment on function realtime.send_binary is
  'Sends bytes to a topic when the transaction is committed.';

create function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text,
  new record, old record, level text default 'ROW'
) returns void
language plpgsql
as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  end if;
  if operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    jsonb_build_object(
      'old_record', old, 'record', new, 'operation', operation,
      'table', table_name, 'schema', table_schema
    ),
    event_name, topic_name
  );
exception
  when others then
    raise exception 'Failed to process the row: %', sqlerrm;
end
$$;
alter function realtime.broadcast_changes owner to supabase_realtime_admin;
comment on function realtime.broadcast_changes is
  'Sends a changed row to a private topic; for triggers for each row.';

create function realtime.add_probe(probe uuid, topic text) returns void
language sql volatile security definer
set search_path = ''
as $$
  insert into realtime.messages (id, topic, extension) values (probe, topic, 'broadcast')
$$;
alter function realtime.add_probe owner to supabase_realtime_admin;
comment on function realtime.add_probe is
  'Inserts a row without regard to policies, for authorize_topic, which evaluates the policies on it and removes it.';

create function realtime.authorize_topic(
  subscriber name, claims text, asked_topic text,
  out may_read boolean, out may_write boolean, out failure text
)
language plpgsql
as $$
declare
  probe constant uuid := gen_random_uuid();
begin
  may_read := false;
  may_write := false;
  begin
    perform realtime.add_probe(probe, asked_topic);
    perform set_config('realtime.topic', asked_topic, true),
      set_config('request.jwt.claims', claims, true),
      set_config('request.headers', '{}', true),
      set_config('role', subscriber, true);
    begin
      select exists (select from realtime.messages where id = probe) into may_read;
    exception when others then
      failure := format('%s: %s', sqlstate, sqlerrm);
    end;
    begin
      insert into realtime.messages (topic, extension) values (asked_topic, 'broadcast');
      may_write := true;
    exception
      when insufficient_privilege then
        null;
      when others then
        failure := coalesce(failure, format('%s: %s', sqlstate, sqlerrm));
    end;
    -- Rolls back both rows and all settings.
    raise exception using errcode = 'RT000';
  exception when sqlstate 'RT000' then
    null;
  end;
end
$$;
comment on function realtime.authorize_topic is
  'Whether the policies on realtime.messages let a subscriber read and write a private topic, and the error of a policy that failed, which allows nothing. The rows that it inserts for this are rolled back.';

revoke all on function realtime.add_probe, realtime.authorize_topic from public;
grant execute on function realtime.add_probe, realtime.authorize_topic to authenticator;

revoke create on schema realtime from supabase_realtime_admin;
