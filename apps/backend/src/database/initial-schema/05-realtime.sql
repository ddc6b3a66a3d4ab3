-- The functions by which the realtime service authorises the subscribers of a change, and evaluates
-- their filters. They are called as authenticator, which has no privileges of its own: everything that
-- depends on a subscriber (row-level security, casts, filters) runs as that subscriber's role, and
-- nothing runs as a superuser.

create schema realtime;
grant usage on schema realtime to authenticator;

create function realtime.filter_condition(
  value_of_column text, column_type text, op text, value text, negate boolean
) returns text
language sql immutable
as $$
  select case op
    when 'is' then
      format('%s is %s%s', value_of_column, case when negate then 'not ' else '' end, value)
    when 'isdistinct' then
      format('%s is %sdistinct from %L::%s',
        value_of_column, case when negate then 'not ' else '' end, value, column_type)
    when 'in' then
      format('%s%s = any (%L::%s[])',
        case when negate then 'not ' else '' end, value_of_column, value, column_type)
    else
      format('%s(%s %s %L::%s)',
        case when negate then 'not ' else '' end, value_of_column,
        case op
          when 'eq' then '=' when 'neq' then '<>'
          when 'lt' then '<' when 'lte' then '<='
          when 'gt' then '>' when 'gte' then '>='
          when 'like' then '~~' when 'ilike' then '~~*'
        end,
        value, column_type)
  end
$$;
comment on function realtime.filter_condition is
  'A filter as SQL. The first two arguments are SQL themselves, the others what a subscriber wrote.';

create function realtime.check_filter(
  entity oid, subscriber name, column_name text, op text, value text, negate boolean
) returns table (condition text, decided_by text[])
language plpgsql
set search_path = pg_catalog, extensions
as $$
declare
  type_id oid;
  type_name text;
begin
  select attribute.atttypid, format_type(attribute.atttypid, attribute.atttypmod)
  into type_id, type_name
  from pg_attribute as attribute
  where attribute.attrelid = entity and attribute.attname = column_name
    and attribute.attnum > 0 and not attribute.attisdropped
    and has_column_privilege(subscriber, entity, attribute.attnum, 'select');
  if not found then
    raise exception 'invalid column for filter %', column_name;
  end if;

  if op = 'is' then
    if value not in ('null', 'true', 'false', 'unknown') then
      raise exception 'invalid value for is filter: must be null, true, false, or unknown';
    end if;
    if value <> 'null' and type_id <> 'boolean'::regtype then
      raise exception 'is % filter requires a boolean column, got %', value, type_name;
    end if;
  elsif op in ('like', 'ilike') then
    if not exists (
      select from pg_operator
      where oprleft = type_id and oprresult = 'boolean'::regtype
        and oprname = case op when 'like' then '~~' else '~~*' end
    ) then
      raise exception 'operator % requires a text-compatible column type, got %', op, type_name;
    end if;
  end if;

  condition := realtime.filter_condition(
    format('(source ->> %L)::%s', column_name, type_name), type_name, op, value, negate
  );
  perform set_config('role', subscriber, true);
  if op = 'in' then
    execute format('select array(select unnest(%L::%s[])::text)', value, type_name)
      into decided_by;
  elsif op in ('eq', 'neq') then
    execute format('select array[%L::%s::text]', value, type_name) into decided_by;
  end if;
  -- Evaluated once now, so that an invalid filter fails here rather than at the first change.
  execute format('select %s from (select ''{}''::jsonb as source) as nothing', condition);
  perform set_config('role', 'none', true);
  if cardinality(decided_by) > 100 then
    raise exception 'too many values for `in` filter. Maximum 100';
  end if;
  -- Types whose values are equal exactly when their texts are, both in the log and as cast here. The
  -- texts of boolean differ: `t` in the log, `true` as cast.
  if type_id <> all (array['uuid', 'text', 'smallint', 'integer', 'bigint']::regtype[]) then
    decided_by := null;
  end if;
  return next;
end
$$;
comment on function realtime.check_filter is
  'A filter as a condition on the JSON object `source`, and where a comparison of texts decides it the texts to compare with. Raises what Supabase raises where the filter can not be.';

create function realtime.tables_of_binding(
  wanted_schema text, wanted_table text, subscriber name, filters jsonb, selected text[]
) returns table (entity oid, checked jsonb)
language plpgsql
as $$
declare
  filter jsonb;
  missing text;
begin
  for entity in
    select class.oid
    from pg_publication_tables as published
    join pg_namespace as namespace on namespace.nspname = published.schemaname
    join pg_class as class
      on class.relnamespace = namespace.oid and class.relname = published.tablename
    where published.pubname = 'supabase_realtime'
      and (wanted_schema = '*' or published.schemaname = wanted_schema)
      and (wanted_table = '*' or published.tablename = wanted_table)
  loop
    checked := '[]';
    for filter in select * from jsonb_array_elements(filters) loop
      checked := checked || (
        select to_jsonb(result) from realtime.check_filter(
          entity, subscriber, filter ->> 'column', filter ->> 'op', filter ->> 'value',
          (filter ->> 'negate')::boolean
        ) as result
      );
    end loop;
    foreach missing in array coalesce(selected, '{}') loop
      if not exists (
        select from pg_attribute
        where attrelid = entity and attname = missing and attnum > 0 and not attisdropped
          and has_column_privilege(subscriber, entity, attnum, 'select')
      ) then
        raise exception 'invalid column for select %', missing;
      end if;
    end loop;
    return next;
  end loop;
end
$$;
comment on function realtime.tables_of_binding is
  'The published tables that a subscription is for, with its filters checked for each.';

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

create function realtime.is_visible(transaction_id bigint) returns boolean
language sql volatile
as $$
  -- The log has transaction ids of 32 bits, snapshots of 64 bits: the nearest one is meant.
  select pg_visible_in_snapshot(
    (next + (transaction_id - next % 4294967296 + 6442450944) % 4294967296 - 2147483648)::text::xid8,
    snapshot
  )
  from pg_current_snapshot() as snapshot,
    lateral (select pg_snapshot_xmax(snapshot)::text::bigint as next) as counter
$$;
comment on function realtime.is_visible is
  'Whether others see by now what a transaction did: the log tells of its commit a moment before.';

create function realtime.see_changes(
  entity oid, changes jsonb, callers jsonb, roles name[], maximum_size int,
  out seen jsonb, out failures jsonb, out views jsonb, out rows text[]
)
language plpgsql
set search_path = pg_catalog, extensions
as $$
declare
  schema_name text;
  table_name text;
  qualified_name text;
  has_rls boolean;
  keys text[];
  key_types text[];
  generated text[];
  record_text constant text := realtime.typed_rows(entity, 'record');
  old_record_text constant text := realtime.typed_rows(entity, 'old_record');
  lookup text;
  unprotected jsonb;
  change jsonb;
  subscriber name;
  caller jsonb;
  -- By caller. Texts, since an array of texts grows without being copied.
  answers text[] := '{}';
  allowed text[];
  told_of_old text[];
  columns jsonb;
  records jsonb;
  old_records jsonb;
  is_readable boolean;
  is_too_large boolean;
  numbers jsonb;
  total constant int := jsonb_array_length(changes);
begin
  seen := '[]';
  failures := '[]';
  views := '[]';
  rows := '{}';

  select namespace.nspname, class.relname, format('%I.%I', namespace.nspname, class.relname),
    class.relrowsecurity
  into schema_name, table_name, qualified_name, has_rls
  from pg_class as class join pg_namespace as namespace on namespace.oid = class.relnamespace
  where class.oid = entity;
  if not found then
    return;
  end if;
  select array_agg(attname order by position),
    array_agg(format_type(atttypid, atttypmod) order by position)
  into keys, key_types
  from pg_index, unnest(indkey::smallint[]) with ordinality as key_columns(number, position)
  join pg_attribute on attnum = number
  where indrelid = entity and indisprimary and attrelid = entity;
  select coalesce(array_agg(attname), '{}') into generated
  from pg_attribute
  where attrelid = entity and attgenerated <> '' and not attisdropped;

  while exists (
    select from jsonb_array_elements(changes) as every(one)
    where not realtime.is_visible((one ->> 'transaction')::bigint)
  ) loop
    perform pg_sleep(0.001);
  end loop;

  -- The values that each role may read.
  foreach subscriber in array roles loop
    select array_agg(attname), jsonb_agg(jsonb_build_object('name', attname, 'type', typname) order by attnum)
    into allowed, columns
    from pg_attribute join pg_type on pg_type.oid = atttypid
    where attrelid = entity and attnum > 0 and not attisdropped
      and has_column_privilege(subscriber, entity, attnum, 'select');
    is_readable := coalesce(keys, '{}') <@ coalesce(allowed, '{}');
    -- Row-level security cannot be evaluated for a row that is gone.
    told_of_old := case
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
      rows := rows || array_fill(null::text, array[total]);
      continue;
    end if;
    views := views || jsonb_build_object(
      'schema', schema_name,
      'table', table_name,
      'keys', keys,
      'columns', coalesce(columns, '[]'),
      'told_of_old', told_of_old
    );
    for n in 0 .. total - 1 loop
      change := changes -> n;
      is_too_large := octet_length(change::text) > maximum_size;
      rows := rows || json_build_object(
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
          where key = any (told_of_old) and change -> 'old_record' ? key
            and (not is_too_large or octet_length(value::text) <= 64)
        ) end
      )::text;
    end loop;
  end loop;

  -- Each caller's row-level security: the row is looked up by its key as the caller.
  if exists (select from pg_prepared_statements where name = 'realtime_lookup') then
    deallocate realtime_lookup;
  end if;
  select jsonb_agg(n - 1) into unprotected
  from jsonb_array_elements(changes) with ordinality as every(one, n)
  where not has_rls or keys is null or one ->> 'type' = 'DELETE';
  select format(
    'prepare realtime_lookup as select jsonb_agg(n) from (values %s) as sought(n, %s) join %s as stored on %s',
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
  where has_rls and keys is not null and one ->> 'type' <> 'DELETE';

  for caller in select * from jsonb_array_elements(callers) loop
    numbers := null;
    if lookup is not null then
      begin
        perform set_config('role', caller ->> 'role', true),
          set_config('request.jwt.claims', caller ->> 'claims', true);
        -- PostgreSQL keeps one plan for all callers of a role, and replans for another role.
        if not exists (select from pg_prepared_statements where name = 'realtime_lookup') then
          execute lookup;
        end if;
        execute 'execute realtime_lookup' into numbers;
        perform set_config('role', 'none', true);
      exception
        -- When a policy raises an error, the caller does not see the row.
        when others then
          numbers := null;
          -- One for each kind of error, whatever the number of callers.
          if jsonb_array_length(failures) < 10 then
            failures := failures || jsonb_build_object(
              'table', qualified_name, 'role', caller ->> 'role', 'code', sqlstate,
              'message', sqlerrm
            );
          end if;
      end;
    end if;
    answers := answers || (coalesce(numbers, '[]') || coalesce(unprotected, '[]'))::text;
  end loop;
  seen := format('[%s]', array_to_string(answers, ','));
end
$$;
comment on function realtime.see_changes is
  'For changes of one table: which of them each caller sees (row-level security), by their place from 0; the policies that failed; by role what it may read, null where it may not read the key; and the rows of the first role, then of the second, …, whose values are JSON texts. No filter is looked at here: filters see what this lets through.';

create function realtime.match_filters(
  subscriber name, sources jsonb, filters jsonb,
  out matched jsonb, out milliseconds float8
)
language plpgsql
set search_path = pg_catalog, extensions
as $$
declare
  filter jsonb;
  conditions text[];
  answers jsonb;
begin
  perform set_config('role', subscriber, true);
  -- A filter on a column that is not in the log does not pass.
  select array_agg(
    format('coalesce(source ? %L and (%s), false)', one ->> 'column', one ->> 'condition') order by n
  ) into conditions
  from jsonb_array_elements(filters) with ordinality as every(one, n);
  begin
    execute format(
      'select jsonb_agg(to_jsonb(array[%s]) order by n)
       from jsonb_array_elements($1) with ordinality as rows(source, n)',
      array_to_string(conditions, ', ')
    ) into matched using sources;
  exception when others then
    -- A filter that raises an error for a value does not pass; the others are evaluated alone.
    matched := (select jsonb_agg('[]'::jsonb) from jsonb_array_elements(sources));
    for i in 1 .. cardinality(conditions) loop
      begin
        execute format(
          'select jsonb_agg(%s order by n)
           from jsonb_array_elements($1) with ordinality as rows(source, n)',
          conditions[i]
        ) into answers using sources;
      exception when others then
        answers := (select jsonb_agg(false) from jsonb_array_elements(sources));
      end;
      matched := (
        select jsonb_agg(row_answers || (answers -> (n::int - 1)) order by n)
        from jsonb_array_elements(matched) with ordinality as every(row_answers, n)
      );
    end loop;
  end;
  perform set_config('role', 'none', true);
  milliseconds := extract(epoch from clock_timestamp() - statement_timestamp()) * 1000;
end
$$;
comment on function realtime.match_filters is
  'Which filters let which rows pass, by row and then by filter, and what that took. The rows are the texts of columns that the subscriber may read, of rows that it has been found to see.';

revoke all on all functions in schema realtime from public;
grant execute on all functions in schema realtime to authenticator;
