-- The objects of the exposed schemas ($1), and those of the further schemas on the search path ($2)
-- that requests can use, as one JSON value. Runs with an empty search_path, so that every type
-- outside pg_catalog is written with its schema.
with
exposed as (
  select oid, nspname::text as name from pg_namespace where nspname = any ($1)
),
searched as (
  select oid, nspname::text as name from pg_namespace where nspname = any ($1) or nspname = any ($2)
),
relations as (
  select
    pg_class.oid, exposed.name as schema, relname::text as name, reltype,
    relkind in ('v', 'm') as is_view
  from pg_class
  join exposed on exposed.oid = relnamespace
  where relkind in ('r', 'p', 'v', 'm', 'f') and not relispartition
),
-- json_to_recordset gets the type without its length (-1, where none given would mean one character
-- or bit), so that a value that is too long is an error of the column rather than truncated.
columns as (
  select
    attrelid,
    json_agg(
      json_build_object(
        'name', attname,
        'number', attnum,
        'type', case
          when typnamespace = 'pg_catalog'::regnamespace then format_type(atttypid, -1)
          else format_type(atttypid, atttypmod)
        end,
        'default', case
          when typbasetype <> 0 and adbin is null then pg_get_expr(typdefaultbin, 0)
          when attidentity = 'd' then format('nextval(%L)', sequence.objid::regclass)
          when attgenerated = '' then pg_get_expr(adbin, adrelid)
        end,
        'isRepresented', typtype = 'd' and exists (
          select from pg_cast
          where castcontext = 'i' and castmethod = 'f' and (
            castsource = pg_type.oid and casttarget in ('json'::regtype, 'text'::regtype)
            or casttarget = pg_type.oid and castsource in ('json'::regtype, 'text'::regtype)
          )
        )
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
-- Keys of tables in all schemas, since views of exposed schemas may show them.
keys as (
  select
    pg_constraint.oid, conrelid, contype,
    array_agg(attnum order by attname) as columns
  from pg_constraint
  join pg_attribute on attrelid = conrelid and attnum = any (conkey)
  where contype in ('p', 'u') and connamespace <> 'pg_catalog'::regnamespace
  group by pg_constraint.oid
),
foreign_keys as (
  select
    conname as name, conrelid, confrelid, conkey, confkey,
    (
      select array_agg(attnum order by attname)
      from pg_attribute where attrelid = conrelid and attnum = any (conkey)
    ) as sorted_columns
  from pg_constraint
  where contype = 'f' and conparentid = 0
),
-- Functions of one row: computed columns, which have to be on the search path, and computed
-- relationships, which may be in any schema.
row_functions as (
  select
    pg_namespace.nspname::text as schema, proname::text as name,
    relations.oid as relation, target.oid as target, not proretset or prorows = 1 as is_single,
    pronargs = 1 as takes_row_alone, pronamespace in (select oid from searched) as is_searched
  from pg_proc
  join pg_namespace on pg_namespace.oid = pronamespace
  join relations on reltype = proargtypes[0]
  left join relations as target on target.reltype = prorettype and target.schema = relations.schema
  where prokind = 'f' and pronargs - pronargdefaults <= 1
),
-- The input and the output arguments of exposed functions: PostgreSQL has thousands of its own.
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
  where pronamespace in (select oid from exposed) and type is not null
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
  -- A domain is returned as its base type is.
  join pg_type on pg_type.oid = pg_basetype(prorettype)
  left join relations on relations.oid = typrelid and relations.schema = exposed.name
  left join arguments on arguments.oid = pg_proc.oid
  where prokind = 'f' and prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
)
select json_build_object(
  'schemas', (select coalesce(json_agg(name), '[]') from searched),
  'relations', (
    select coalesce(json_agg(json_build_object(
      'id', oid::bigint,
      'schema', schema,
      'name', name,
      'isView', is_view,
      'columns', coalesce((select list from columns where attrelid = relations.oid), '[]'),
      -- A bit for each command, including those that triggers of views handle.
      'accepts', (
        select coalesce(json_agg(command), '[]')
        from (values (8, 'insert'), (4, 'update'), (16, 'delete')) as commands (bit, command)
        where pg_relation_is_updatable(relations.oid, true) & bit <> 0
      )
    )), '[]')
    from relations
  ),
  -- The parse trees of the rules of views.
  'views', (
    select coalesce(json_agg(json_build_object('id', ev_class::bigint, 'rule', ev_action)), '[]')
    from pg_rewrite
    join pg_class on pg_class.oid = ev_class
    where relkind in ('v', 'm') and rulename = '_RETURN'
      and relnamespace in (select oid from searched)
  ),
  'primaryKeys', (
    select coalesce(json_agg(json_build_object('table', conrelid::bigint, 'columns', columns)), '[]')
    from keys where contype = 'p'
  ),
  'foreignKeys', (
    select coalesce(json_agg(json_build_object(
      'name', name,
      'source', conrelid::bigint,
      'target', confrelid::bigint,
      'columns', conkey,
      'targetColumns', confkey,
      'isUnique', exists (
        select from keys
        where keys.conrelid = foreign_keys.conrelid and keys.columns = sorted_columns
      )
    )), '[]')
    from foreign_keys
  ),
  'rowFunctions', (
    select coalesce(json_agg(json_build_object(
      'schema', schema,
      'name', name,
      'relation', relation::bigint,
      'target', target::bigint,
      'isSingle', is_single,
      'takesRowAlone', takes_row_alone,
      'isSearched', is_searched
    )), '[]')
    from row_functions
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
      'schema', pg_namespace.nspname,
      'name', typname,
      'sql', format_type(pg_type.oid, null)
    )), '[]')
    from pg_type
    join pg_namespace on pg_namespace.oid = typnamespace
    where typtype in ('b', 'd', 'e', 'r') and typelem = 0
      and (typnamespace = 'pg_catalog'::regnamespace or typnamespace in (select oid from searched))
  ),
  -- Settings of the roles and of authenticator that authenticator may set.
  'roles', (
    select coalesce(json_object_agg(rolname, settings), '{}')
    from (
      select
        rolname,
        json_object_agg(
          split_part(config, '=', 1), substr(config, strpos(config, '=') + 1)
        ) as settings
      from pg_roles
      cross join unnest(rolconfig) as config
      join pg_settings on pg_settings.name = split_part(config, '=', 1)
      where rolname in ('anon', 'authenticated', 'service_role', 'authenticator')
        and (context = 'user' or has_parameter_privilege('authenticator', pg_settings.name, 'set'))
      group by rolname
    ) as configured
  )
) as schema
