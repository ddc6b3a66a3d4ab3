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
