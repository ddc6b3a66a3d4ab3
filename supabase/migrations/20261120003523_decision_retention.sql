-- What is deleted of removed posts, cases and decisions, and when.


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
