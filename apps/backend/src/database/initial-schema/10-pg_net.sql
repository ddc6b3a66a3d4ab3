-- Outgoing HTTP requests as with the extension pg_net 0.20, whose tables and functions these are. A request is
-- a row, which the calls service sends after the commit; both tables are unlogged, as there. Left out where the
-- extension is installed.

create schema net;
grant usage on schema net to postgres with grant option;

create domain net.http_method as text check (lower(value) in ('get', 'post', 'delete'));

create unlogged table net.http_request_queue (
  id bigserial,
  method net.http_method not null,
  url text not null,
  headers jsonb,
  body bytea,
  timeout_milliseconds int not null
);
create index http_request_queue_id_idx on net.http_request_queue (id);

create unlogged table net._http_response (
  id bigint,
  status_code int,
  content_type text,
  headers jsonb,
  content text,
  timed_out boolean,
  error_msg text,
  created timestamptz not null default now()
);
create index _http_response_created_idx on net._http_response (created);
create index _http_response_id_idx on net._http_response (id);

grant usage, select on sequence net.http_request_queue_id_seq to postgres with grant option;
grant all on net.http_request_queue, net._http_response to postgres with grant option;

create function net.notify_of_requests() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform pg_notify('net_requests', '');
  return null;
end
$$;

create trigger notify_of_requests after insert on net.http_request_queue
  for each statement execute function net.notify_of_requests();

create function net._urlencode_string(string varchar) returns text
language sql immutable
set search_path = ''
as $$
  select coalesce(string_agg(
    case when letter ~ '^[A-Za-z0-9._~-]$' then letter
      else regexp_replace(upper(encode(convert_to(letter, 'UTF8'), 'hex')), '(..)', '%\1', 'g') end,
    '' order by position
  ), '')
  from regexp_split_to_table(string, '') with ordinality as letters (letter, position)
$$;

create function net._encode_url_with_params(url text, params jsonb) returns text
language sql immutable
set search_path = ''
as $$
  select url || coalesce(
    case when url like '%?%' then '&' else '?' end
      || string_agg(net._urlencode_string(key) || '=' || net._urlencode_string(value), '&'),
    ''
  )
  from jsonb_each_text(params)
$$;

create function net.http_get(
  url text,
  params jsonb default '{}',
  headers jsonb default '{}',
  timeout_milliseconds int default 5000
) returns bigint
language sql
set search_path = ''
as $$
  insert into net.http_request_queue (method, url, headers, timeout_milliseconds)
  values ('GET', net._encode_url_with_params(url, params), headers, timeout_milliseconds)
  returning id
$$;
comment on function net.http_get is
  'Sends a request after the commit. Returns its id, by which net._http_response has the response for six hours.';

create function net.http_post(
  url text,
  body jsonb default '{}',
  params jsonb default '{}',
  headers jsonb default '{"Content-Type": "application/json"}',
  timeout_milliseconds int default 5000
) returns bigint
language plpgsql
set search_path = ''
as $$
declare
  request_id bigint;
  content_type constant text := (
    select value from jsonb_each_text(headers) where lower(key) = 'content-type' limit 1
  );
begin
  if content_type <> 'application/json' then
    raise exception 'Content-Type header must be "application/json"';
  end if;
  insert into net.http_request_queue (method, url, headers, body, timeout_milliseconds)
  values (
    'POST',
    net._encode_url_with_params(url, params),
    case when content_type is null
      then coalesce(headers, '{}') || '{"Content-Type": "application/json"}' else headers end,
    convert_to(body::text, 'UTF8'),
    timeout_milliseconds
  )
  returning id into request_id;
  return request_id;
end
$$;
comment on function net.http_post is 'As net.http_get, with a body of JSON.';

create function net.http_delete(
  url text,
  params jsonb default '{}',
  headers jsonb default '{}',
  timeout_milliseconds int default 5000,
  body jsonb default null
) returns bigint
language sql
set search_path = ''
as $$
  insert into net.http_request_queue (method, url, headers, body, timeout_milliseconds)
  values (
    'DELETE', net._encode_url_with_params(url, params), headers, convert_to(body::text, 'UTF8'),
    timeout_milliseconds
  )
  returning id
$$;

revoke all on all functions in schema net from public;
grant execute on all functions in schema net to postgres with grant option;
