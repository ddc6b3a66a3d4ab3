-- A case as the desk shows it, and a person's history.

-- What was reported again, and has not changed, is shown once. Messages only to one of staff who has opened them.
create function private.evidence_of("case" private.cases) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  if "case".subject_kind = 'message' and private.opened_messages_until("case") is null then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(shown.evidence order by shown.id), '[]')
    from (
      select distinct on (subject_id, content, facts, path) id, jsonb_build_object(
        'id', id,
        'position', position,
        'kind', subject_kind,
        'is_of_person', author_id is not distinct from "case".person_id,
        'author', case
          when not coalesce((facts ->> 'is_anonymous')::boolean, false)
            or author_id = "case".person_id and not "case".is_hidden then private.account_json(author_id)
        end,
        'words', content,
        'facts', facts,
        'bucket', bucket,
        'path', path,
        'written_at', written_at,
        'taken_at', created_at
      ) as evidence
      from public.report_evidence
      where case_id = "case".id
      order by subject_id, content, facts, path, id
    ) as shown
  );
end
$$;
comment on function private.evidence_of is 'The evidence of a case, as staff see it.';

create function private.subject_json("case" private.cases) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  kind constant text := private.subject_of("case");
  subject jsonb;
begin
  if kind = 'drop' then
    select to_jsonb(posted) || jsonb_build_object(
      'likes', counts.like_count, 'comments', counts.comment_count, 'plays', counts.play_count
    ) into subject
    from public.voice_drops as posted
    left join private.voice_drop_counts as counts on counts.voice_drop_id = posted.id
    where posted.id = "case".subject_id;
  elsif kind = 'comment' then
    select to_jsonb(written) into subject
    from public.voice_drop_comments as written where id = "case".subject_id;
  elsif kind = 'person' then
    select jsonb_build_object('username', username, 'bio', bio, 'avatar_path', avatar_path) into subject
    from public.profiles where user_id = "case".subject_id;
  end if;
  return coalesce(subject, '{}') || jsonb_build_object('kind', kind, 'exists', subject is not null);
end
$$;
comment on function private.subject_json is 'What a case is about, as it is now.';

create function private.decision_json(decision public.decisions) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return jsonb_build_object(
    'id', decision.id,
    'case_id', decision.case_id,
    'subject_kind', decision.subject_kind,
    'subject_id', decision.subject_id,
    'measure', decision.measure,
    'rule', decision.rule,
    'words', decision.words,
    'basis', decision.basis,
    'until', decision.until,
    'decided_at', decision.created_at,
    'decided_by', private.account_json(decision.decided_by),
    'ended_at', decision.ended_at,
    'is_undoable', decision.decided_by is not distinct from auth.uid() and exists (
      select from private.outbox where kind = 'decision' and subject = decision.id
    ),
    'appeal', (
      select jsonb_build_object('words', words, 'outcome', outcome, 'answer', answer)
      from public.appeals where decision_id = decision.id
    )
  );
end
$$;
comment on function private.decision_json is 'A decision as staff see it.';

-- What would name the sender of an anonymous message, who is not shown, is left out, and that of cases in which the
-- caller takes part.
create function private.decisions_about(person uuid) returns setof public.decisions
language sql stable
set search_path = ''
as $$
  select made.* from public.decisions as made
  join private.cases as "case" on "case".id = made.case_id
  where made.person_id = person and not "case".is_hidden and private.may_decide("case")
$$;

create function private.person_json(person uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return private.account_json(person) || jsonb_build_object(
    'bio', (select bio from public.profiles where user_id = person),
    'created_at', (select created_at from auth.users where id = person),
    'restriction', (
      select jsonb_build_object('kind', kind, 'until', until) from private.restrictions
      where user_id = person and (until is null or until > now())
      order by kind limit 1
    ),
    'cases', (
      select count(*) from private.cases as each
      where person_id = person and not is_hidden and private.is_listed(each)
    ),
    'decisions', (
      select count(*) from private.decisions_about(person)
      where measure in ('label', 'limit', 'remove', 'warn', 'suspend', 'ban')
    ),
    'upheld_appeals', (
      select count(*) from private.decisions_about(person) as made
      join public.appeals on decision_id = made.id and outcome = 'upheld'
    )
  );
end
$$;
comment on function private.person_json is 'A person with the numbers of their history.';

create function private.thread_json(comment uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', part.id,
      'parent_id', part.parent_comment_id,
      'author', private.account_json(part.user_id),
      'words', part.content,
      'audio_path', part.audio_path,
      'duration', part.duration,
      'created_at', part.created_at,
      'is_subject', part.id = comment
    ) order by part.created_at), '[]')
    from (
      select around.* from public.voice_drop_comments as about
      join public.voice_drop_comments as around
        on coalesce(about.parent_comment_id, about.id) in (around.id, around.parent_comment_id)
      where about.id = comment
      -- The nearest fifty.
      order by abs(extract(epoch from around.created_at - about.created_at)) limit 50
    ) as part
  );
end
$$;
comment on function private.thread_json is 'The comments around a comment in its thread.';

-- The sender of an anonymous message who has reported the answer is not shown either.
create function private.reports_json("case" uuid) returns jsonb
language plpgsql stable
set search_path = ''
as $$
declare
  is_by_sender constant boolean := exists (
    select from public.report_evidence
    where case_id = "case" and position = 0 and facts ->> 'is_anonymous' = 'false'
  );
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', id,
      'reason', reason,
      'description', description,
      'created_at', created_at,
      'counts_to_hide', counts_to_hide,
      'reporter', case when not is_by_sender then
        private.account_json(reporter_id) || private.reporter_record(array[reporter_id])
      end
    ) order by created_at), '[]')
    from (
      select * from public.reports where case_id = "case" order by created_at limit 100
    ) as listed
  );
end
$$;

-- Also other cases of the same clip, whose path a case of a hold and one of the drop share.
create function private.earlier_cases("case" private.cases) returns jsonb
language plpgsql stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(private.case_json(earlier) order by earlier.opened_at desc), '[]')
    from (
      select known.* from private.cases as known
      where known.id <> "case".id and private.is_listed(known) and private.may_decide(known) and (
        known.subject_id = "case".subject_id
        or known.id = ("case".details ->> 'copy_of')::uuid
        or known.id in (
          select other.case_id from public.report_evidence as own
          join public.report_evidence as other on other.path = own.path
          where own.case_id = "case".id
        )
      )
      order by known.opened_at desc limit 20
    ) as earlier
  );
end
$$;
comment on function private.earlier_cases is 'Other cases about the subject of a case, or about its clip.';

create function public.desk_case("case" uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
declare
  known private.cases;
  -- The case whose evidence is shown: for an appeal that of the decision.
  judged private.cases;
  appealed public.decisions;
begin
  perform private.require_staff();
  select * into known from private.cases where id = "case";
  if not found or not private.may_decide(known) then
    raise exception 'There is no such case.' using errcode = 'PT404';
  end if;
  judged := known;
  if known.subject_kind = 'appeal' then
    select * into appealed from public.decisions where id = known.subject_id;
    select * into judged from private.cases where id = appealed.case_id;
  end if;
  return jsonb_build_object(
    'case', private.case_json(known),
    'measures', private.allowed_measures(known),
    'evidence', private.evidence_of(judged),
    'subject', private.subject_json(known),
    'reports', private.reports_json(known.id),
    'thread', case when known.subject_kind = 'comment' then private.thread_json(known.subject_id)
      else '[]' end,
    'person', case when not known.is_hidden then private.person_json(known.person_id) end,
    'decisions', (
      select coalesce(jsonb_agg(private.decision_json(made) order by made.created_at desc), '[]')
      from public.decisions as made
      where (made.subject_id = known.subject_id or made.case_id = known.id)
        and private.may_decide(made.case_id)
    ),
    'earlier', private.earlier_cases(known),
    'appeal', case when appealed.id is not null then (
      select jsonb_build_object(
        'words', words, 'created_on', created_on, 'decision', private.decision_json(appealed)
      )
      from public.appeals where decision_id = appealed.id
    ) end,
    'messages_open_until', case when known.subject_kind = 'message' then
      private.opened_messages_until(known)
    end,
    'restorable_until', (
      select made.created_at + interval '30 days' from private.active_decisions(known) as made
      where made.measure = 'remove'
    )
  );
end
$$;
comment on function public.desk_case is
  'What staff see of a case that they may decide. Messages and the sender of an anonymous one only after desk_open_messages and desk_show_sender.';
revoke all on function public.desk_case from anon, service_role;
grant execute on function public.desk_case to authenticated;

create function public.desk_history(person uuid) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff();
  if person = auth.uid() or not exists (
    select from auth.users where id = person
    union all
    select from private.cases where person_id = person and not is_hidden
  ) then
    raise exception 'There is no such person.' using errcode = 'PT404';
  end if;
  return jsonb_build_object(
    'person', private.person_json(person),
    'cases', (
      select coalesce(jsonb_agg(private.case_json(known) order by known.latest_at desc), '[]')
      from (
        select * from private.cases as each
        where person_id = person and not is_hidden and private.is_listed(each)
          and private.may_decide(each)
        order by latest_at desc limit 100
      ) as known
    ),
    'decisions', (
      select coalesce(jsonb_agg(private.decision_json(made) order by made.created_at desc), '[]')
      from private.decisions_about(person) as made
    )
  );
end
$$;
comment on function public.desk_history is
  'A person''s cases and decisions, for staff: without those in which the caller takes part, and those of anonymous messages whose sender is not shown.';
revoke all on function public.desk_history from anon, service_role;
grant execute on function public.desk_history to authenticated;

-- As long as reports and decisions are kept: six months after a case is closed.
create function public.desk_figures(since date, until date) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff();
  return (
    with reported as (
      select reason, count(*) as number from public.reports
      where created_at >= since and created_at < desk_figures.until + 1 group by reason
    ), decided as (
      select measure, made.subject_kind, decided_by is not null as is_by_staff, created_at - opened_at as span
      from public.decisions as made
      join private.cases as known on known.id = made.case_id
      where made.created_at >= since and made.created_at < desk_figures.until + 1
    ), appealed as (
      select outcome from public.appeals where created_on between since and desk_figures.until
    )
    select jsonb_build_object(
      'reports', (select coalesce(sum(number), 0) from reported),
      'reports_by_reason', (select coalesce(jsonb_object_agg(reason, number), '{}') from reported),
      'cases_open', (
        select count(*) from private.cases where closed_at is null and private.is_listed(cases)
      ),
      'cases_decided', (select count(*) from decided where is_by_staff),
      'median_minutes', (
        select round(extract(epoch from percentile_cont(0.5) within group (order by span)) / 60)
        from decided where is_by_staff
      ),
      'decisions', (
        select coalesce(jsonb_object_agg(measure, number), '{}')
        from (
          select measure, count(*) as number from decided where subject_kind <> 'appeal' group by measure
        ) as by_measure
      ),
      'appeals', (select count(*) from appealed),
      'appeals_decided', (select count(*) from appealed where outcome is not null),
      'appeals_upheld', (select count(*) from appealed where outcome = 'upheld')
    )
  );
end
$$;
comment on function public.desk_figures is
  'Numbers of reports, decisions and appeals in a span of days of UTC, both included.';
revoke all on function public.desk_figures from anon, service_role;
grant execute on function public.desk_figures to authenticated;
