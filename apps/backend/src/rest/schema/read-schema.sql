-- What the exposed schemas ($1) hold, as one JSON value. Runs with an empty
-- search_path, so that every type outside pg_catalog comes with its schema.
with
exposed as (
  select oid, nspname::text as name from pg_namespace where nspname = any ($1)
),
relations as (
  select pg_class.oid, exposed.name as schema, relname::text as name
  from pg_class
  join exposed on exposed.oid = relnamespace
  where relkind in ('r', 'p', 'v', 'm', 'f') and not relispartition
),
-- json_to_recordset gets the type without its length (-1, where none given would mean one character
-- or bit), so that a value that is too long is an error of the column and not cut off.
columns as (
  select
    attrelid,
    json_agg(
      json_build_object(
        'name', attname,
        'type', case
          when typnamespace = 'pg_catalog'::regnamespace then format_type(atttypid, -1)
          else format_type(atttypid, atttypmod)
        end,
        'default', case
          when typbasetype <> 0 and adbin is null then pg_get_expr(typdefaultbin, 0)
          when attidentity = 'd' then format('nextval(%L)', sequence.objid::regclass)
          when attgenerated = '' then pg_get_expr(adbin, adrelid)
        end
      ) order by attnum
    ) as list
  from pg_attribute
  join pg_type on pg_type.oid = atttypid
  left join pg_attrdef on adrelid = attrelid and adnum = attnum
  left join pg_depend as sequence
    on sequence.refobjid = attrelid and sequence.refobjsubid = attnum
    and sequence.deptype = 'i' and sequence.classid = 'pg_class'::regclass
  where attrelid in (select oid from relations) and attnum > 0 and not attisdropped
  group by attrelid
),
keys as (
  select
    pg_constraint.oid, conrelid, contype,
    array_agg(attname::text order by attname) as columns
  from pg_constraint
  join pg_attribute on attrelid = conrelid and attnum = any (conkey)
  where contype in ('p', 'u')
  group by pg_constraint.oid
),
foreign_keys as (
  select
    conname as name, source.schema, source.name as source, target.name as target,
    conrelid,
    array_agg(near.attname::text order by place) as columns,
    array_agg(near.attname::text order by near.attname) as sorted_columns,
    array_agg(far.attname::text order by place) as target_columns
  from pg_constraint
  join relations as source on source.oid = conrelid
  join relations as target on target.oid = confrelid and target.schema = source.schema
  cross join unnest(conkey, confkey) with ordinality as pairs (near_number, far_number, place)
  join pg_attribute as near on near.attrelid = conrelid and near.attnum = near_number
  join pg_attribute as far on far.attrelid = confrelid and far.attnum = far_number
  where contype = 'f' and conparentid = 0
  group by pg_constraint.oid, conname, source.schema, source.name, target.name, conrelid
),
-- Of a function's arguments, those that go in and those that come out.
arguments as (
  select
    pg_proc.oid,
    json_agg(
      json_build_object(
        'name', coalesce(name, ''),
        'type', format_type(type, -1),
        'isVariadic', mode = 'v'
      ) order by place
    ) filter (where mode in ('i', 'b', 'v')) as inward,
    json_agg(json_build_object('name', name) order by place)
      filter (where mode in ('o', 'b', 't')) as outward
  from pg_proc
  cross join unnest(
    coalesce(proallargtypes, proargtypes::oid[]),
    proargnames,
    coalesce(proargmodes, array_fill('i'::"char", array[pronargs::integer]))
  ) with ordinality as argument (type, name, mode, place)
  where type is not null
  group by pg_proc.oid
),
functions as (
  select
    exposed.name as schema, proname as name, proretset, provolatile,
    pronargs - pronargdefaults as required,
    coalesce(inward, '[]') as parameters,
    case
      when outward is not null then outward
      when typtype = 'c' then (
        select json_agg(json_build_object('name', attname) order by attnum)
        from pg_attribute where attrelid = typrelid and attnum > 0 and not attisdropped
      )
    end as outward,
    prorettype = 'void'::regtype as is_void,
    relations.name as relation
  from pg_proc
  join exposed on exposed.oid = pronamespace
  join pg_type on pg_type.oid = prorettype
  left join relations on relations.oid = typrelid and relations.schema = exposed.name
  left join arguments on arguments.oid = pg_proc.oid
  where prokind = 'f' and prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
)
select json_build_object(
  'relations', (
    select coalesce(json_agg(json_build_object(
      'schema', schema,
      'name', name,
      'columns', coalesce((select list from columns where attrelid = relations.oid), '[]'),
      'primaryKey', coalesce((select columns from keys where conrelid = relations.oid and contype = 'p'), '{}'),
      -- One bit a command, triggers of views included.
      'accepts', (
        select coalesce(json_agg(command), '[]')
        from (values (8, 'insert'), (4, 'update'), (16, 'delete')) as commands (bit, command)
        where pg_relation_is_updatable(relations.oid, true) & bit <> 0
      )
    )), '[]')
    from relations
  ),
  'foreignKeys', (
    select coalesce(json_agg(json_build_object(
      'name', name,
      'schema', schema,
      'source', source,
      'target', target,
      'columns', columns,
      'targetColumns', target_columns,
      'isUnique', exists (
        select from keys
        where keys.conrelid = foreign_keys.conrelid and keys.columns = sorted_columns
      )
    )), '[]')
    from foreign_keys
  ),
  'functions', (
    select coalesce(json_agg(json_build_object(
      'schema', schema,
      'name', name,
      'parameters', parameters,
      'required', required,
      'returnsSet', proretset,
      'isVoid', is_void,
      'columns', outward,
      'relation', relation,
      'isVolatile', provolatile = 'v'
    )), '[]')
    from functions
  ),
  'types', (
    select coalesce(json_agg(json_build_object(
      'name', typname,
      'sql', format_type(pg_type.oid, null)
    )), '[]')
    from pg_type
    where typtype in ('b', 'd', 'e', 'r') and typelem = 0
      and (typnamespace = 'pg_catalog'::regnamespace or typnamespace in (select oid from exposed))
  )
) as schema
