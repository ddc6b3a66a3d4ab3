-- The person who made a decision can undo it for ten seconds, until its notices are delivered.

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
