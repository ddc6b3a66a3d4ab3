-- Decisions: one row for each, which is also the statement of reasons that the person reads.

create table public.decisions (
  id uuid primary key default gen_random_uuid(),
  case_id uuid not null references private.cases (id) on delete cascade,
  person_id uuid,
  subject_kind text not null,
  subject_id uuid not null,
  measure text not null,
  rule text,
  words text,
  basis text not null,
  until timestamptz,
  decided_on date not null default (now() at time zone 'UTC')::date,
  ended_on date,
  appealable_until date,
  excerpt text,
  decided_by uuid,
  created_at timestamptz not null default now(),
  shown_from timestamptz,
  ended_at timestamptz,
  ended_by uuid references public.decisions (id) on delete set null,
  constraint decisions_measure_check check (
    measure in (
      'none', 'label', 'limit', 'remove', 'warn', 'suspend', 'ban', 'hold', 'flag', 'restore', 'remove-factor'
    )
  ),
  -- As in packages/domain: GUIDELINE_RULES.
  constraint decisions_rule_check check (
    rule in (
      'harassment', 'sexual', 'violence', 'privacy', 'impersonation', 'spam', 'copyright', 'age'
    )
  ),
  constraint decisions_words_check check (char_length(words) <= 4000),
  constraint decisions_basis_check check (basis in ('report', 'staff', 'automatic')),
  constraint decisions_until_check check ((measure = 'suspend') = (until is not null))
);

comment on table public.decisions is
  'What was decided about what people posted, and about them. Each person reads those about themselves, in the granted columns: not who has decided or reported, and no time finer than a day.';
comment on column public.decisions.person_id is 'No foreign key: a decision outlives the account.';
comment on column public.decisions.subject_kind is
  'As in private.cases; a drop also where it was held. That of an appeal is in public.appeals.';
comment on column public.decisions.rule is 'The rule of the community guidelines.';
comment on column public.decisions.words is 'The facts and the reasons, for the person.';
comment on column public.decisions.basis is 'Whether by a report, by staff on their own, or automatically.';
comment on column public.decisions.until is 'The end of the day on which a suspension ends.';
comment on column public.decisions.excerpt is 'What it was about: a title, or words. Deleted with the account.';
comment on column public.decisions.decided_by is 'One of staff; null for an automatic one.';
comment on column public.decisions.shown_from is
  'From when the person sees it, once it cannot be undone any more; null for one of which the person must not know.';
comment on column public.decisions.ended_by is 'The decision that replaced it, or took it back.';

create index decisions_person_id_idx on public.decisions (person_id, created_at desc);
create index decisions_case_id_idx on public.decisions (case_id);
create index decisions_subject_id_idx on public.decisions (subject_id);
create index decisions_ended_by_idx on public.decisions (ended_by);
create index decisions_created_at_idx on public.decisions (created_at);

grant select (
  id, person_id, subject_kind, subject_id, measure, rule, words, basis, until, decided_on, ended_on,
  appealable_until, excerpt
) on public.decisions to authenticated;

alter table public.decisions enable row level security;

create policy "People read the decisions about themselves"
  on public.decisions for select to authenticated
  using (person_id = (select auth.uid()) and shown_from <= now());

create policy "Accounts with a second factor need it"
  on public.decisions as restrictive to authenticated
  using ((select private.is_fully_signed_in()));

create function private.subject_of("case" private.cases) returns text
language sql immutable
set search_path = ''
as $$
  select case "case".subject_kind when 'hold' then 'drop' else "case".subject_kind end
$$;
comment on function private.subject_of is 'The kind of what a case is about: what is held is a drop.';

create function private.allowed_measures("case" private.cases) returns text[]
language plpgsql stable
set search_path = ''
as $$
declare
  is_open constant boolean := "case".closed_at is null;
  person constant text[] := '{warn,suspend,ban}';
  measures text[];
begin
  measures := case "case".subject_kind
    when 'drop' then '{none,label,limit,remove}'::text[] || person
    when 'hold' then '{none,label,limit,remove}'::text[] || person
    when 'comment' then '{none,remove}'::text[] || person
    when 'person' then '{none}'::text[] || person
    when 'message' then '{none}'::text[] || person
    when 'appeal' then '{none,restore}'
    when 'lost-factor' then '{none}'::text[] || case
      when "case".opened_at <= now() - interval '72 hours' then '{remove-factor}'::text[]
    end
    else '{none}'
  end;
  if not is_open then
    measures := '{}';
  end if;
  if "case".subject_kind in ('drop', 'hold', 'comment', 'person') and exists (
    select from private.active_decisions("case") where measure in ('label', 'limit', 'remove', 'suspend', 'ban')
  ) then
    measures := measures || '{restore}'::text[];
  end if;
  return measures;
end
$$;
comment on function private.allowed_measures is
  'What may be decided in a case now. A measure that is in force can be taken back also in a closed case.';

-- Those of the person are of whichever subject.
create function private.active_decisions("case" private.cases) returns setof public.decisions
language sql stable
set search_path = ''
as $$
  select * from public.decisions
  where ended_at is null and (until is null or until > now())
    and case
      when measure in ('suspend', 'ban') then
        "case".subject_kind = 'person' and person_id = "case".person_id
      when measure in ('label', 'limit', 'remove', 'hold', 'flag') then
        subject_id = "case".subject_id and subject_kind = private.subject_of("case")
    end
$$;
comment on function private.active_decisions is 'The decisions whose measures are in force on the subject of a case.';

create function private.apply_decision(decision public.decisions) returns void
language plpgsql
set search_path = ''
as $$
begin
  if decision.measure in ('label', 'limit', 'remove', 'hold') then
    perform private.apply_measure(decision.subject_kind, decision.subject_id, decision.measure, null);
  elsif decision.measure in ('suspend', 'ban') then
    perform private.apply_measure('person', decision.person_id, decision.measure, decision.until);
  elsif decision.measure = 'remove-factor' then
    perform private.remove_factors(decision.person_id);
  elsif decision.subject_kind = 'lost-factor' then
    perform private.refuse_factor_removal(decision.person_id);
  end if;
end
$$;
comment on function private.apply_decision is 'Puts the measure of a decision into force.';

create function private.revert_decision(decision public.decisions) returns void
language plpgsql
set search_path = ''
as $$
begin
  if decision.measure in ('label', 'limit', 'remove', 'hold') then
    perform private.revert_measure(decision.subject_kind, decision.subject_id, decision.measure);
  elsif decision.measure in ('suspend', 'ban') then
    perform private.revert_measure('person', decision.person_id, decision.measure);
  end if;
end
$$;
comment on function private.revert_decision is 'Takes the measure of a decision back.';

create function private.end_decision(ended public.decisions, by_decision uuid) returns void
language sql
set search_path = ''
as $$
  update public.decisions
  set ended_at = now(), ended_on = (now() at time zone 'UTC')::date, ended_by = by_decision
  where id = ended.id
$$;

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

create function public.desk_undo(decision uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  staff constant uuid := private.require_staff();
  made public.decisions;
  earlier public.decisions;
begin
  select * into made from public.decisions where id = decision and decided_by = staff for update;
  -- Its notices are not delivered yet; the lock of the event makes this wait for a delivery that has begun.
  delete from private.outbox where kind = 'decision' and subject = made.id;
  -- One that another decision has replaced is in force no more.
  if not found or made.measure = 'remove-factor' or made.ended_at is not null or made.shown_from <= now()
    or exists (select from public.appeals where decision_id = made.id) then
    raise exception 'This decision cannot be undone any more.' using errcode = 'PT409';
  end if;
  perform private.revert_decision(made);
  for earlier in
    update public.decisions as ended set ended_at = null, ended_on = null, ended_by = null
    where ended_by = made.id
      -- An appeal may have been upheld meanwhile against one that was replaced.
      and (made.subject_kind = 'appeal' or not exists (
        select from public.appeals where decision_id = ended.id and outcome = 'upheld'
      ))
    returning *
  loop
    perform private.apply_decision(earlier);
  end loop;
  if made.subject_kind = 'appeal' then
    update public.appeals set outcome = null, answer = null, answered_on = null, later_decision_id = null
    where decision_id = made.subject_id;
  end if;
  perform private.reopen_cases(made.id);
  update public.reports set decision_id = null, cleared_at = null where decision_id = made.id;
  perform private.log_act(
    'undo-' || made.measure, made.subject_kind, made.subject_id::text,
    (select person_id from private.cases where id = made.case_id and not is_hidden), null,
    jsonb_build_object('decision', made.id), null
  );
  delete from public.decisions where id = made.id;
end
$$;
comment on function public.desk_undo is
  'Takes back a decision that the caller, one of staff, has just made, as if it had never been. Until its notices are delivered, after ten seconds.';
revoke all on function public.desk_undo from anon, service_role;
grant execute on function public.desk_undo to authenticated;

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

-- Retention.

create function private.delete_removed(batch_size int default 250) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  removed public.decisions;
  deleted int := 0;
begin
  for removed in
    select * from public.decisions
    -- As in packages/domain: REMOVED_KEPT_DAYS.
    where measure = 'remove' and ended_at is null and created_at <= now() - interval '30 days'
      and (
        exists (select from public.voice_drops where id = subject_id)
        or exists (select from public.voice_drop_comments where id = subject_id)
      )
    order by created_at limit batch_size
  loop
    exit when deleted >= batch_size;
    deleted := deleted + case removed.subject_kind
      when 'drop' then private.delete_drop(removed.subject_id, batch_size - deleted)
      else private.delete_comment(removed.subject_id, batch_size - deleted)
    end;
  end loop;
  return deleted > 0;
end
$$;
comment on function private.delete_removed is
  'Deletes a batch of drops and comments that were removed 30 days ago. Evidence stays. Returns whether rows were deleted.';

-- Nobody has reported anything: what was kept of it goes with the case.
create function private.delete_unlisted_cases() returns int
language sql
set search_path = ''
as $$
  with deleted as (
    delete from private.cases as seen
    where not private.is_listed(seen) and greatest(latest_at, assigned_at) <= now() - interval '1 day'
      and not exists (select from public.decisions where case_id = seen.id)
    returning id
  ), expired as (
    update public.report_evidence set kept_until = now() where case_id in (select id from deleted)
  )
  select count(*)::int from deleted
$$;
comment on function private.delete_unlisted_cases is
  'Deletes cases at which staff have only looked, a day ago. Their evidence expires. Returns their number.';

create function private.delete_old_cases() returns int
language plpgsql
set search_path = ''
as $$
declare
  deleted int;
begin
  -- As in packages/domain: EVIDENCE_KEPT_MONTHS. A person can read why a measure is in force as long as it is.
  delete from private.cases as old
  where closed_at <= now() - interval '6 months'
    and not exists (
      select from public.decisions as made
      join public.profiles as person on person.user_id = made.person_id
      where made.case_id = old.id and (
        -- The whole last day of an appeal.
        made.created_at > now() - interval '6 months 1 day'
        or exists (
          select from private.cases as appeal
          where appeal.subject_id = made.id and appeal.subject_kind = 'appeal'
            and (appeal.closed_at is null or appeal.closed_at > now() - interval '6 months')
        )
        or made.measure in ('label', 'limit', 'suspend', 'ban', 'hold')
          and made.ended_at is null and (made.until is null or made.until > now())
      )
    );
  get diagnostics deleted = row_count;
  return deleted + private.delete_unlisted_cases();
end
$$;
comment on function private.delete_old_cases is
  'Deletes cases that were closed six months ago, with their reports and decisions, except those whose measures are in force, and cases at which staff have only looked. Returns their number.';

-- What the law requires is kept without the person's content. Evidence has its own time.
create function private.forget_in_cases() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  pointless uuid;
begin
  update public.decisions set excerpt = null where person_id = old.user_id;
  update public.appeals set words = null
  where decision_id in (select id from public.decisions where person_id = old.user_id);
  update private.cases set excerpt = null, details = '{}' where person_id = old.user_id;
  for pointless in
    select id from private.cases
    where person_id = old.user_id and closed_at is null
      and subject_kind in ('appeal', 'contact', 'hold', 'lost-factor')
  loop
    perform private.close_case(pointless);
  end loop;
  return null;
end
$$;

create trigger forget_in_cases after delete on public.profiles
  for each row execute function private.forget_in_cases();
