-- Decides which callers can see a change, for very many callers. Values that do not depend on the caller
-- are read once. Callers are checked some hundreds at a time, within a time budget, and callers that the
-- policies cannot distinguish are checked once.

create function realtime.typed_rows(entity oid, place text) returns text
language sql stable
set search_path = pg_catalog, extensions
as $$
  with recursive base (attnum, type_id, modifier) as (
    select attnum, atttypid, atttypmod from pg_attribute
    where attrelid = entity and attnum > 0 and not attisdropped
    union all
    -- The base type: a domain's constraints were checked when the row was written.
    select base.attnum, pg_type.typbasetype, pg_type.typtypmod
    from base join pg_type on pg_type.oid = base.type_id
    where pg_type.typtype = 'd'
  ),
  typed as (
    select distinct on (attnum) attnum, format_type(type_id, modifier) as type_name
    from base join pg_type on pg_type.oid = base.type_id
    where pg_type.typtype <> 'd'
    order by attnum
  )
  select format(
    'select jsonb_agg((select to_jsonb(complete) from (select stored.*%s from (select %s) as stored) as complete) order by n)
     from jsonb_array_elements($1) with ordinality as changes(change, n)',
    string_agg(
      format(', (%s) as %I', pg_get_expr(adbin, adrelid), attname), '' order by attribute.attnum
    ) filter (where attgenerated <> ''),
    string_agg(
      format('(change -> %L ->> %L)::%s as %I', place, attname, type_name, attname),
      ', ' order by attribute.attnum
    ) filter (where attgenerated = '')
  )
  from pg_attribute as attribute
  join typed on typed.attnum = attribute.attnum
  left join pg_attrdef on adrelid = attrelid and adnum = attribute.attnum
  where attrelid = entity
$$;
comment on function realtime.typed_rows is
  'The statement that turns the texts of changes into rows as JSON, as PostgREST would print them. The log has no generated columns: they are computed from the others.';

create function realtime.policy_claims(entity oid) returns text[]
language plpgsql stable
set search_path = pg_catalog, extensions
as $$
declare
  -- The functions and relations of the project, and the text of each, in which names are searched.
  names text[];
  bodies text[];
  kinds text[];
  is_reached boolean[];
  pending text[];
  body text;
  claims text[] := '{}';
  claim text;
begin
  select array_agg(lower(name)), array_agg(definition), array_agg(kind),
    array_agg(is_implicit)
  into names, bodies, kinds, is_reached
  from (
    select proname::text as name,
      case
        when namespace.nspname = 'auth' and proname in ('uid', 'role', 'email', 'jwt') then ''
        when prokind = 'a' or language.lanname not in ('sql', 'plpgsql', 'c', 'internal')
          then 'current_setting'
        when language.lanname in ('c', 'internal') then ''
        when prosqlbody is not null then pg_get_functiondef(proc.oid)
        else prosrc
      end as definition,
      case
        when namespace.nspname <> 'auth' then language.lanname::text
        when proname = 'uid' then 'sub'
        when proname in ('role', 'email') then proname::text
        else language.lanname::text
      end as kind,
      -- Operators and casts call functions without naming them.
      language.lanname in ('sql', 'plpgsql') and (
        exists (select from pg_operator where oprcode = proc.oid)
        or exists (select from pg_cast where castfunc = proc.oid)
      ) as is_implicit
    from pg_proc as proc
    join pg_namespace as namespace on namespace.oid = pronamespace
    join pg_language as language on language.oid = prolang
    where namespace.nspname not in ('pg_catalog', 'information_schema')
    union all
    select relname::text,
      case
        when relkind in ('v', 'm') then pg_get_viewdef(class.oid)
        else coalesce((
          select string_agg(pg_get_expr(polqual, polrelid), ' ') from pg_policy
          where polrelid = class.oid and polcmd in ('r', '*')
        ), '')
      end,
      'relation', class.oid = entity
    from pg_class as class join pg_namespace as namespace on namespace.oid = relnamespace
    where relkind in ('r', 'p', 'v', 'm', 'f')
      and namespace.nspname not in ('pg_catalog', 'information_schema')
      and namespace.nspname not like 'pg\_toast%'
  ) as defined;

  select array_agg(bodies[i]) into pending
  from generate_subscripts(names, 1) as i where is_reached[i] and bodies[i] <> '';
  while cardinality(pending) > 0 loop
    body := string_agg(text, ' ') from unnest(pending) as text;
    -- A composed or escaped name, or a setting that is read, can stand for any claim.
    if body ~* '\mexecute\M|\mcurrent_setting\M|settings\M|\mshow\M|request\.|_to_xml|\mdblink|\mts_stat\M|\mts_rewrite\M|u&"|""' then
      return null;
    end if;
    for claim in
      select parts[1]
      from regexp_matches(
        body, 'jwt\(\)(?: as jwt)?\s*\)*\s*->>?\s*''([^'']+)''', 'gi'
      ) as parts
    loop
      claims := claims || claim;
    end loop;
    -- The claims are used in another way.
    if regexp_replace(
      body, 'jwt\(\)(?: as jwt)?\s*\)*\s*->>?\s*''[^'']+''', '', 'gi'
    ) ~* 'jwt' then
      return null;
    end if;
    body := lower(body);
    pending := '{}';
    for i in 1 .. cardinality(names) loop
      -- Plain names match as whole words, others anywhere.
      if not is_reached[i] and strpos(body, names[i]) > 0
        and (names[i] !~ '^[a-z_][a-z0-9_]*$' or body ~ ('\m' || names[i] || '\M'))
      then
        is_reached[i] := true;
        if kinds[i] in ('sub', 'role', 'email') then
          claims := claims || kinds[i];
        elsif bodies[i] <> '' then
          pending := pending || bodies[i];
        end if;
      end if;
    end loop;
  end loop;
  return array(select distinct unnest(claims) order by 1);
end
$$;
comment on function realtime.policy_claims is
  'The claims of a caller that the policies of a table can depend on: those that the policies, and the functions and tables that they name, read. May list too many claims, never too few; null for all.';

create function realtime.read_changes(
  entity oid, changes jsonb, roles name[], maximum_size int, asks_for_claims boolean,
  out views jsonb, out rows json, out unprotected jsonb, out is_judged boolean,
  out depends_on text[]
)
language plpgsql
set search_path = pg_catalog, extensions
as $$
declare
  schema_name text;
  table_name text;
  has_rls boolean;
  keys text[];
  generated text[];
  record_text constant text := realtime.typed_rows(entity, 'record');
  old_record_text constant text := realtime.typed_rows(entity, 'old_record');
  change jsonb;
  subscriber name;
  allowed text[];
  old_columns_sent text[];
  columns jsonb;
  records jsonb;
  old_records jsonb;
  is_readable boolean;
  is_too_large boolean;
  total constant int := jsonb_array_length(changes);
  texts text[] := '{}';
begin
  views := '[]';
  rows := '[]';
  unprotected := '[]';
  is_judged := false;

  select namespace.nspname, class.relname, class.relrowsecurity
  into schema_name, table_name, has_rls
  from pg_class as class join pg_namespace as namespace on namespace.oid = class.relnamespace
  where class.oid = entity;
  if not found then
    return;
  end if;
  select array_agg(attname order by position) into keys
  from pg_index, unnest(indkey::smallint[]) with ordinality as key_columns(number, position)
  join pg_attribute on attnum = number
  where indrelid = entity and indisprimary and attrelid = entity;
  select coalesce(array_agg(attname), '{}') into generated
  from pg_attribute
  where attrelid = entity and attgenerated <> '' and not attisdropped;

  -- The values that each role may read.
  foreach subscriber in array roles loop
    select array_agg(attname), jsonb_agg(jsonb_build_object('name', attname, 'type', typname) order by attnum)
    into allowed, columns
    from pg_attribute join pg_type on pg_type.oid = atttypid
    where attrelid = entity and attnum > 0 and not attisdropped
      and has_column_privilege(subscriber, entity, attnum, 'select');
    is_readable := coalesce(keys, '{}') <@ coalesce(allowed, '{}');
    -- Row-level security cannot be evaluated for a row that is gone.
    old_columns_sent := case
      when has_rls then coalesce(keys, '{}')
      else coalesce(allowed, '{}')
    end;
    begin
      perform set_config('role', subscriber, true);
      execute record_text into records using changes;
      execute old_record_text into old_records using changes;
      perform set_config('role', 'none', true);
    exception when insufficient_privilege then
      is_readable := false;
    end;
    if not is_readable then
      views := views || 'null'::jsonb;
      texts := texts || array_fill(null::text, array[total]);
      continue;
    end if;
    views := views || jsonb_build_object(
      'schema', schema_name,
      'table', table_name,
      'keys', keys,
      'columns', coalesce(columns, '[]'),
      'old_columns_sent', old_columns_sent
    );
    for n in 0 .. total - 1 loop
      change := changes -> n;
      is_too_large := octet_length(change::text) > maximum_size;
      texts := texts || json_build_object(
        'is_too_large', is_too_large,
        'record', case when change ->> 'type' <> 'DELETE' then (
          select coalesce(jsonb_object_agg(key, value::text), '{}')
          from jsonb_each(
            -- An unchanged large value is not in the log; the old row may have it.
            coalesce(old_records -> n, '{}') || (
              select coalesce(jsonb_object_agg(key, value), '{}')
              from jsonb_each(records -> n)
              where change -> 'record' ? key or key = any (generated)
            )
          )
          where key = any (allowed)
            and (change -> 'record' ? key or change -> 'old_record' ? key or key = any (generated))
            and (not is_too_large or octet_length(value::text) <= 64)
        ) end,
        'old_record', case when change ->> 'type' <> 'INSERT' then (
          select coalesce(jsonb_object_agg(key, value::text), '{}')
          from jsonb_each(old_records -> n)
          where key = any (old_columns_sent) and change -> 'old_record' ? key
            and (not is_too_large or octet_length(value::text) <= 64)
        ) end
      )::text;
    end loop;
  end loop;
  -- Clients parse JSON faster than arrays.
  rows := to_json(texts);

  select coalesce(jsonb_agg(n - 1), '[]'), count(*) < total into unprotected, is_judged
  from jsonb_array_elements(changes) with ordinality as every(one, n)
  where not has_rls or keys is null or one ->> 'type' = 'DELETE';
  if is_judged and asks_for_claims then
    depends_on := realtime.policy_claims(entity);
  end if;
end
$$;
comment on function realtime.read_changes is
  'For changes of one table: the columns that each role may read, null if it may not read the key; the rows of the first role, then of the second, …, whose values are JSON texts; the indexes of the changes that no policy decides about; whether policies decide about others; and, if asked for, the claims that these policies can depend on, null for all.';

create function realtime.see_changes(entity oid, changes jsonb, callers jsonb, budget float8)
returns table (seen jsonb, failure jsonb)
language plpgsql
set search_path = pg_catalog, extensions
as $$
declare
  qualified_name text;
  keys text[];
  key_types text[];
  lookup text;
  caller jsonb;
  is_first boolean := true;
  is_prepared boolean := false;
begin
  select format('%I.%I', namespace.nspname, class.relname) into qualified_name
  from pg_class as class join pg_namespace as namespace on namespace.oid = class.relnamespace
  where class.oid = entity;
  select array_agg(attname order by position),
    array_agg(format_type(atttypid, atttypmod) order by position)
  into keys, key_types
  from pg_index, unnest(indkey::smallint[]) with ordinality as key_columns(number, position)
  join pg_attribute on attnum = number
  where indrelid = entity and indisprimary and attrelid = entity;

  -- Each caller's row-level security: the row is looked up by its key as the caller.
  if exists (select from pg_prepared_statements where name = 'realtime_lookup') then
    deallocate realtime_lookup;
  end if;
  select format(
    'prepare realtime_lookup as select coalesce(jsonb_agg(n), ''[]'') from (values %s) as sought(n, %s) join %s as stored on %s',
    string_agg(format('(%s, %s)', n - 1, (
      select string_agg(format('%L::%s', one -> 'record' ->> keys[i], key_types[i]), ', ' order by i)
      from generate_subscripts(keys, 1) as i
    )), ', '),
    (select string_agg(format('key%s', i), ', ' order by i) from generate_subscripts(keys, 1) as i),
    qualified_name,
    (select string_agg(format('stored.%I = sought.key%s', keys[i], i), ' and ' order by i)
      from generate_subscripts(keys, 1) as i)
  )
  into lookup
  from jsonb_array_elements(changes) with ordinality as every(one, n)
  where one ->> 'type' <> 'DELETE';
  if lookup is null then
    return;
  end if;

  for caller in select * from jsonb_array_elements(callers) loop
    -- At least one, so that repeated calls about the remaining callers come to an end.
    exit when not is_first
      and extract(epoch from clock_timestamp() - statement_timestamp()) * 1000 > budget;
    failure := null;
    begin
      perform set_config('role', caller ->> 'role', true),
        set_config('request.jwt.claims', caller ->> 'claims', true);
      -- PostgreSQL keeps one plan for all callers of a role, and replans for another role.
      if not is_prepared then
        execute lookup;
        is_prepared := true;
      end if;
      execute 'execute realtime_lookup' into seen;
    exception
      -- If a policy raises an error, the caller does not see the row.
      when others then
        seen := '[]';
        failure := jsonb_build_object(
          'table', qualified_name, 'role', caller ->> 'role', 'code', sqlstate, 'message', sqlerrm
        );
      -- The statement has timed out: the results so far are returned, without one for this caller.
      when query_canceled then
        seen := null;
        failure := jsonb_build_object(
          'table', qualified_name, 'role', caller ->> 'role', 'code', sqlstate, 'message', sqlerrm
        );
    end;
    return next;
    exit when seen is null;
    is_first := false;
  end loop;
  perform set_config('role', 'none', true);
end
$$;
comment on function realtime.see_changes is
  'For changes of one table, for each caller in turn: the indexes of the changes that it sees by row-level security, null if that took too long, and the error of a policy that failed. Returns fewer rows than callers when the budget in ms is used up. Filters are applied afterwards, to the changes that this function returns.';

revoke all on function realtime.typed_rows, realtime.policy_claims, realtime.read_changes,
    realtime.see_changes
  from public;
grant execute on function realtime.typed_rows, realtime.policy_claims, realtime.read_changes,
    realtime.see_changes
  to authenticator;
