-- The queue of the desk.

create function private.account_json(account uuid) returns jsonb
language plpgsql stable strict
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'user_id', account, 'username', profile.username, 'avatar_url', profile.avatar_url
    )
    from (select 1) as one left join public.profiles as profile on profile.user_id = account
  );
end
$$;
comment on function private.account_json is
  'An account as the desk shows it; without a name once it is deleted. Null for none.';

-- The latest fifty, so that one who reports often costs no more.
create function private.reporter_record(reporters uuid[]) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'decided', count(*), 'upheld', count(*) filter (where decided.cleared_at is null)
    )
    from unnest(reporters) as reporter (id), lateral (
      select cleared_at from public.reports
      where reporter_id = reporter.id and decision_id is not null
      order by created_at desc limit 50
    ) as decided
  );
end
$$;
comment on function private.reporter_record is
  'How many of the latest reports of people were decided, and how many of these were upheld.';

create function private.case_json("case" private.cases) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return jsonb_build_object(
    'id', "case".id,
    'kind', "case".subject_kind,
    'subject_id', "case".subject_id,
    'person', case when not "case".is_hidden then private.account_json("case".person_id) end,
    'is_hidden', "case".is_hidden,
    'opened_at', "case".opened_at,
    'latest_at', "case".latest_at,
    'closed_at', "case".closed_at,
    'report_count', "case".report_count,
    'reasons', "case".reasons,
    'assigned_to', private.account_json("case".assigned_to),
    'assigned_at', "case".assigned_at,
    'excerpt', "case".excerpt,
    'has_clip', exists (
      select from public.report_evidence
      where case_id = "case".id and position = 0 and path is not null and subject_kind <> 'person'
    ),
    'is_flagged', coalesce(
      (select is_flagged from public.voice_drops where id = "case".subject_id), false
    ),
    'is_overdue', private.is_overdue("case"),
    'reporters', private.reporter_record(array(
      select reporter_id from public.reports where case_id = "case".id limit 5
    )),
    'details', "case".details
  );
end
$$;
comment on function private.case_json is
  'A case as the queue shows it. The record is that of five of its reporters.';

create function private.is_overdue("case" private.cases) returns boolean
language sql stable
return "case".subject_kind = 'hold' and "case".closed_at is null
  and "case".opened_at < now() - interval '72 hours';
comment on function private.is_overdue is 'Whether a drop is held for longer than 72 hours.';

-- Without those in which the caller takes part, who would learn from the number that there is one, as lists leave them
-- out. Only of the few appeals it is asked of each, which takes longer.
create function private.count_cases(condition text) returns int
language plpgsql stable
set search_path = ''
as $$
declare
  counted int;
begin
  execute 'select count(*) from (select from private.cases where closed_at is null
    and private.is_listed(cases) and person_id is distinct from $1
    and id <> all (array(
      select case_id from public.reports
      where reporter_id = $1 and decision_id is null and case_id is not null
    ))
    and (subject_kind <> ''appeal'' or private.may_decide(cases))
    and ' || condition || ' limit 1000) as counted'
    into counted using auth.uid();
  return counted;
end
$$;

create function public.desk_queue(
  filters jsonb default '{}', after jsonb default null, max int default 50
) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_staff();
  is_closed constant boolean := coalesce(filters ->> 'state' = 'closed', false);
  -- The columns of an index, which give the order and the cursor.
  key constant text := case
    when is_closed then 'closed_at'
    when filters ->> 'order' = 'newest' then 'latest_at'
    when filters ->> 'order' = 'most' then 'report_count'
    else 'opened_at'
  end;
  is_descending constant boolean := key <> 'opened_at';
  last private.cases;
  cases private.cases[];
begin
  execute concat_ws(
    ' ',
    'select array(select known from private.cases as known where private.may_decide(known)',
    'and private.is_listed(known)',
    'and closed_at is' || case when is_closed then ' not' else '' end || ' null',
    case when filters ? 'kind' then 'and subject_kind = $1 ->> ''kind''' end,
    case when filters ? 'reason' then 'and reasons ? ($1 ->> ''reason'')' end,
    case filters ->> 'assigned'
      when 'me' then 'and assigned_to = $3' when 'none' then 'and assigned_to is null'
    end,
    case when after is not null then format(
      'and (%I, id) %s (($2 ->> ''at'')::%s, ($2 ->> ''id'')::uuid)',
      key, case when is_descending then '<' else '>' end,
      case key when 'report_count' then 'int' else 'timestamptz' end
    ) end,
    format('order by %1$I %2$s, id %2$s limit $4)', key, case when is_descending then 'desc' end)
  ) into cases using filters, after, caller, least(max, 100);
  last := cases[cardinality(cases)];
  return jsonb_build_object(
    'cases', (
      select coalesce(jsonb_agg(private.case_json(cases[place]) order by place), '[]')
      from generate_subscripts(cases, 1) as place
    ),
    'next', case when cardinality(cases) = least(max, 100) then
      jsonb_build_object('at', to_jsonb(last) -> key, 'id', last.id)
    end,
    'counts', case when after is null then jsonb_build_object(
      'open', private.count_cases('true'),
      'mine', private.count_cases(format('assigned_to = %L', caller)),
      'overdue', private.count_cases(
        'subject_kind = ''hold'' and opened_at < now() - interval ''72 hours'''
      )
    ) end
  );
end
$$;
comment on function public.desk_queue is
  'A page of the cases that the caller, one of staff, may decide: by state, kind, reason and assignment, the oldest first unless filters say otherwise, after a cursor.';
revoke all on function public.desk_queue from anon, service_role;
grant execute on function public.desk_queue to authenticated;
