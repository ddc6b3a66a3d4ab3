-- How a decision is made: by one of staff, who decides a case, and automatically.

-- A measure replaces the one of its kind, and everything that was automatic until somebody has looked at it.
create function private.end_earlier(decision public.decisions, "case" private.cases) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  earlier public.decisions;
  has_ended boolean := false;
begin
  for earlier in
    select active.* from private.active_decisions("case") as active
    where active.id <> decision.id
      and (
        decision.decided_by is not null and active.measure in ('flag', 'hold') or decision.measure = 'restore'
        or decision.measure in ('limit', 'remove') and active.measure in ('limit', 'remove')
        or decision.measure = 'label' and active.measure = 'label'
      )
    union
    select active.* from public.decisions as active
    where decision.measure in ('suspend', 'ban') and active.measure in ('suspend', 'ban')
      and active.person_id = decision.person_id and active.ended_at is null and active.id <> decision.id
  loop
    perform private.end_decision(earlier, decision.id);
    if earlier.measure <> decision.measure then
      perform private.revert_decision(earlier);
    end if;
    has_ended := true;
  end loop;
  return has_ended;
end
$$;
comment on function private.end_earlier is
  'Ends the decisions that a new one replaces or takes back. Returns whether there were any.';

-- The person sees nothing of a decision that changes nothing, or they would learn of the report.
create function private.record_decision(
  "case" private.cases,
  measure text,
  rule text,
  words text,
  until timestamptz,
  basis text,
  staff uuid
) returns public.decisions
language plpgsql
set search_path = ''
as $$
declare
  -- Those of appeals are shown with the decision that was appealed against.
  concerns_person constant boolean := "case".subject_kind not in ('appeal', 'contact', 'lost-factor');
  made public.decisions;
  has_ended boolean;
begin
  insert into public.decisions (
    case_id, person_id, subject_kind, subject_id, measure, rule, words, basis, until, decided_by, excerpt,
    appealable_until
  ) values (
    "case".id, "case".person_id, private.subject_of("case"), "case".subject_id, measure, rule, words,
    basis,
    -- Not finer than a day, as all that the person reads.
    (date_trunc('day', until at time zone 'UTC') + interval '1 day') at time zone 'UTC',
    staff,
    coalesce("case".excerpt, (
      select content from public.report_evidence
      where case_id = "case".id and position = 0 order by id limit 1
    )),
    -- As in packages/domain: APPEAL_MONTHS.
    case when measure in ('label', 'limit', 'remove', 'warn', 'suspend', 'ban') then
      (now() at time zone 'UTC' + interval '6 months')::date
    end
  ) returning * into made;
  -- In this order nothing is visible between two measures.
  perform private.apply_decision(made);
  has_ended := private.end_earlier(made, "case");
  update public.decisions
  set shown_from = case when concerns_person and (made.measure <> 'none' or has_ended) then
    case when staff is null then now() else now() + interval '10 seconds' end
  end
  where id = made.id returning * into made;
  insert into private.outbox (kind, subject, due)
  values ('decision', made.id, coalesce(made.shown_from, now() + interval '10 seconds'));
  return made;
end
$$;
comment on function private.record_decision is
  'Writes a decision, puts its measure into force, and queues its notices: at once for an automatic one, after ten seconds for one that staff may undo.';

create function private.replacement_of(decision public.decisions) returns uuid
language sql stable
set search_path = ''
as $$
  with recursive later as (
    select made.* from public.decisions as made where made.id = decision.ended_by
    union
    select made.* from public.decisions as made join later on made.id = later.ended_by
  )
  select id from later
  where ended_at is null and measure <> 'restore' and (until is null or until > now())
$$;
comment on function private.replacement_of is
  'The decision that has replaced one, or one after the other has, and is in force; null if it was not replaced, or taken back.';

create function private.decide_appeal("case" private.cases, measure text, answer text, decision uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  appealed public.decisions;
begin
  select * into strict appealed from public.decisions where id = "case".subject_id for no key update;
  update public.appeals
  set outcome = case measure when 'restore' then 'upheld' else 'rejected' end,
    answer = decide_appeal.answer, answered_on = (now() at time zone 'UTC')::date,
    later_decision_id = case measure when 'restore' then private.replacement_of(appealed) end
  where decision_id = appealed.id;
  if measure = 'restore' and appealed.ended_at is null then
    perform private.end_decision(appealed, decision);
    perform private.revert_decision(appealed);
  end if;
end
$$;
comment on function private.decide_appeal is
  'Answers an appeal; takes the measure back where it is upheld. One that has replaced it stays in force, and can be appealed against.';

create function public.desk_decide(
  "case" uuid,
  measure text,
  rule text default null,
  words text default '',
  until timestamptz default null,
  basis text default null
) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  known constant private.cases := private.require_case("case");
  cleaned text := private.clean_text(words);
  made public.decisions;
begin
  if not coalesce(private.has_content(cleaned), false) then
    cleaned := null;
  end if;
  if not desk_decide.measure = any (private.allowed_measures(known)) then
    if known.closed_at is not null then
      raise exception 'This case was decided meanwhile.' using errcode = 'PT409';
    end if;
    raise exception 'This cannot be decided in this case.' using errcode = 'invalid_parameter_value';
  end if;
  perform private.require_unassigned(known);
  if desk_decide.measure in ('label', 'limit', 'remove', 'warn', 'suspend', 'ban')
    and desk_decide.rule is null then
    raise exception 'A decision names the rule.' using errcode = 'invalid_parameter_value';
  end if;
  if cleaned is null and (
    desk_decide.measure in ('label', 'limit', 'remove', 'warn', 'suspend', 'ban')
    or known.subject_kind = 'appeal'
  ) then
    raise exception 'A decision gives its reasons.' using errcode = 'invalid_parameter_value';
  end if;
  if desk_decide.basis = 'automatic' or desk_decide.basis = 'report' and known.report_count = 0 then
    raise exception 'The statement would not say why the case was opened.'
      using errcode = 'invalid_parameter_value';
  end if;
  if (desk_decide.measure = 'suspend')
    <> coalesce(desk_decide.until > now() and isfinite(desk_decide.until), false) then
    raise exception 'A suspension, and nothing else, has an end that is not over.'
      using errcode = 'invalid_parameter_value';
  end if;
  -- A moderator could shut admins out otherwise. Only admins remove somebody from the staff, and not the last one.
  if desk_decide.measure in ('suspend', 'ban')
    and exists (select from private.staff where user_id = known.person_id) then
    raise exception 'This person is on the staff. An admin has to remove them from it first.' using errcode = 'PT409';
  end if;
  made := private.record_decision(
    known, desk_decide.measure, desk_decide.rule, cleaned, desk_decide.until,
    coalesce(desk_decide.basis, case when known.report_count > 0 then 'report' else 'staff' end), auth.uid()
  );
  if known.subject_kind = 'appeal' then
    perform private.decide_appeal(known, desk_decide.measure, cleaned, made.id);
  end if;
  perform private.close_with(made, known);
  perform private.log_act(
    'decide-' || made.measure, made.subject_kind, made.subject_id::text,
    case when not known.is_hidden then made.person_id end, cleaned,
    jsonb_build_object('ended', (
      select coalesce(jsonb_agg(jsonb_build_object('decision', id, 'measure', decisions.measure)), '[]')
      from public.decisions where ended_by = made.id
    )),
    jsonb_build_object(
      'decision', made.id, 'case', known.id, 'rule', made.rule, 'until', made.until, 'basis', made.basis
    )
  );
  return jsonb_build_object('decision', made.id, 'undo_until', now() + interval '10 seconds');
end
$$;
comment on function public.desk_decide is
  'Decides a case, in one transaction: writes the decision, puts the measure into force, closes the case and the reports on the same subject, writes the log, and queues the notices. An appeal is upheld by restore and rejected by none.';
revoke all on function public.desk_decide from anon, service_role;
grant execute on function public.desk_decide to authenticated;

create function private.close_with(decision public.decisions, "case" private.cases) returns void
language plpgsql
set search_path = ''
as $$
declare
  closed uuid;
begin
  for closed in
    select id from private.cases as known
    where known.closed_at is null and (
      known.id = "case".id
      or known.subject_id = "case".subject_id and decision.subject_kind = 'drop'
        and known.subject_kind in ('drop', 'hold')
    )
    order by id for no key update
  loop
    perform private.close_case(closed, decision.id);
    update public.reports
    set decision_id = decision.id,
      cleared_at = case when decision.measure in ('none', 'restore') then now() end
    where case_id = closed and decision_id is null;
  end loop;
end
$$;
comment on function private.close_with is
  'Closes a case by its decision, with its open reports; those of a drop also where it is held.';

-- Automatic decisions, which somebody looks at: their cases stay open.

create function private.note_flag(drop_id uuid, is_flagged boolean) returns void
language plpgsql
set search_path = ''
as $$
declare
  active public.decisions;
  known private.cases;
begin
  select * into active from public.decisions
  where subject_id = drop_id and measure = 'flag' and ended_at is null;
  if is_flagged and active.id is null then
    select * into known from private.cases
    where subject_kind = 'drop' and subject_id = drop_id and closed_at is null;
    if found then
      perform private.record_decision(known, 'flag', null, null, null, 'automatic', null);
    end if;
  elsif not is_flagged and active.id is not null then
    perform private.end_decision(active, null);
  end if;
end
$$;
comment on function private.note_flag is
  'Writes the statement for the owner of a drop that reports have hidden, and ends it when the drop is shown again.';

create function private.hold_drop(drop_id uuid, details jsonb default '{}') returns uuid
language plpgsql
set search_path = ''
as $$
declare
  opened constant uuid := private.open_case('hold', drop_id, private.author_of('drop', drop_id), details);
  known private.cases;
begin
  select * into known from private.cases where id = opened;
  if not exists (select from private.active_decisions(known) where measure in ('hold', 'remove')) then
    perform private.take_evidence(opened, 'drop', drop_id);
    perform private.record_decision(known, 'hold', null, null, null, 'automatic', null);
  end if;
  return opened;
end
$$;
comment on function private.hold_drop is
  'Holds a drop until staff have looked at it, and notifies its owner. Details say why, for the desk. Returns the case.';
