-- Notices of decisions: to the person, and to those who have reported. They name nobody, and say nothing of reports
-- but that there was one. An event of the outbox writes them, after the time in which a decision can be undone.

create function private.queue_decision_mail(
  account uuid, mail_kind text, about uuid, decision uuid
) returns void
language plpgsql
set search_path = ''
as $$
declare
  address constant text := (select email from auth.users where id = account);
begin
  -- Of an address that nobody has confirmed, its owner may know nothing. As in packages/domain: DECISION_MAILS_MAX.
  if address is not null and private.count_mail(
    address, mail_kind, case when (private.mail_address(account)).confirmed_at is null then 5 else 20 end
  ) then
    insert into private.outbox (kind, subject, recipient, details)
    values (mail_kind, about, account, jsonb_build_object('decision', decision))
    on conflict do nothing;
    perform private.request_deliveries();
  end if;
end
$$;

create function private.notify_person(decision public.decisions) returns void
language plpgsql
set search_path = ''
as $$
declare
  -- The answer to an appeal is part of the statement that it was against.
  statement constant uuid := case decision.subject_kind
    when 'appeal' then decision.subject_id else decision.id
  end;
  content constant text := case decision.subject_kind
    when 'appeal' then 'appeal:' || case decision.measure when 'restore' then 'upheld' else 'rejected' end
    else decision.subject_kind || ':' || decision.measure
  end;
begin
  if (decision.shown_from is null and decision.subject_kind <> 'appeal')
    or not private.is_person(decision.person_id) then
    return;
  end if;
  perform private.notify(
    decision.person_id, null, 'statement', words => content, decision => statement
  );
  perform private.queue_decision_mail(decision.person_id, 'mail-statement', decision.id, decision.id);
end
$$;

create function private.outcome_of(decision public.decisions, report public.reports) returns text
language sql immutable
set search_path = ''
as $$
  select concat_ws(
    ':', private.reported_kind(report),
    case when decision.measure in ('none', 'restore') then 'none' else 'acted' end,
    report.reason, (report.created_at at time zone 'UTC')::date
  )
$$;
comment on function private.outcome_of is
  'What a reporter reads of a decision, with the reason and the day by which they know their report: drop:acted:spam:2026-11-20, or drop:none:….';

create function private.notify_of_decision(decision uuid, reached uuid, batch_size int) returns uuid
language plpgsql
set search_path = ''
as $$
declare
  made public.decisions;
  report public.reports;
  notified int := 0;
begin
  select * into made from public.decisions where id = decision;
  if not found then
    return null;
  end if;
  if reached is null then
    perform private.notify_person(made);
  end if;
  for report in
    select * from public.reports
    where decision_id = made.id and (reached is null or id > reached) order by id limit batch_size
  loop
    perform private.notify(
      report.reporter_id, null, 'outcome', words => private.outcome_of(made, report), decision => made.id
    );
    perform private.queue_decision_mail(report.reporter_id, 'mail-outcome', report.id, made.id);
    reached := report.id;
    notified := notified + 1;
  end loop;
  return case when notified = batch_size then reached end;
end
$$;
comment on function private.notify_of_decision is
  'Notifies the person of a decision, and then a batch of the reporters whose reports it has closed. Returns the last report, or null once all are notified.';

create function private.decision_mail(event private.outbox) returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  made public.decisions;
  statement public.decisions;
  report public.reports;
begin
  select * into made from public.decisions where id = (event.details ->> 'decision')::uuid;
  if event.kind = 'mail-outcome' then
    select * into report from public.reports where id = event.subject and decision_id = made.id;
    return case when found then jsonb_build_object('content', private.outcome_of(made, report)) end;
  end if;
  select * into statement from public.decisions
  where id = case made.subject_kind when 'appeal' then made.subject_id else made.id end;
  return case when found then jsonb_build_object(
    'decision', statement.id,
    'content', statement.subject_kind || ':' || statement.measure,
    'excerpt', statement.excerpt,
    'rule', statement.rule,
    'words', statement.words,
    'basis', statement.basis,
    'until', statement.until,
    'decidedOn', statement.decided_on,
    'appealableUntil', statement.appealable_until,
    'appeal', case when made.subject_kind = 'appeal' then (
      select jsonb_build_object('outcome', outcome, 'answer', answer, 'isReplaced', later_decision_id is not null)
      from public.appeals where decision_id = statement.id
    ) end
  ) end;
end
$$;
comment on function private.decision_mail is
  'What a mail says about a decision to the person, or to a reporter; null if it must not be sent any more.';
