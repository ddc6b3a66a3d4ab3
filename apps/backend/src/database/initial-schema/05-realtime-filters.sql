-- The functions that check and evaluate the filters of realtime subscribers. They and those of
-- 06-realtime-changes.sql are called as authenticator, which has no privileges of its own: everything
-- that depends on a subscriber (row-level security, casts, filters) runs as that subscriber's role, and
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
  'A filter as SQL. The first two arguments are SQL, the others are the subscriber''s input.';

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
  -- Evaluated once, so that an invalid filter fails here rather than at the first change.
  execute format('select %s from (select ''{}''::jsonb as source) as nothing', condition);
  perform set_config('role', 'none', true);
  if cardinality(decided_by) > 100 then
    raise exception 'too many values for `in` filter. Maximum 100';
  end if;
  -- Only for types whose values are equal exactly if their texts are, both in the log and as cast here.
  -- The texts of boolean differ: `t` in the log, `true` as cast.
  if type_id <> all (array['uuid', 'text', 'smallint', 'integer', 'bigint']::regtype[]) then
    decided_by := null;
  end if;
  return next;
end
$$;
comment on function realtime.check_filter is
  'A filter as a condition on the JSON object `source`, and the texts to compare with if a comparison of texts decides it. Raises the same errors as Supabase for an invalid filter.';

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
  'The published tables of a subscription, with its filters checked against each.';

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
  'Whether each row passes each filter, by row and then by filter, and the time that this took. The rows are the texts of columns that the subscriber may read, and only rows that it can see.';

revoke all on function realtime.filter_condition, realtime.check_filter, realtime.tables_of_binding,
    realtime.match_filters
  from public;
grant execute on function realtime.filter_condition, realtime.check_filter, realtime.tables_of_binding,
    realtime.match_filters
  to authenticator;
