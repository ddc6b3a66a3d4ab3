-- Appeals: once against a decision, within six months. Somebody else of staff decides, where there is more than one.

create table public.appeals (
  decision_id uuid primary key references public.decisions (id) on delete cascade,
  words text,
  created_on date not null default (now() at time zone 'UTC')::date,
  outcome text,
  answer text,
  answered_on date,
  later_decision_id uuid,
  constraint appeals_words_check check (char_length(words) <= 4000),
  constraint appeals_outcome_check check (outcome in ('upheld', 'rejected')),
  constraint appeals_answer_check check (num_nonnulls(outcome, answer, answered_on) in (0, 3))
);

comment on table public.appeals is 'Appeals against decisions, and the answers. Each person reads their own.';
comment on column public.appeals.words is 'Deleted with the account.';
comment on column public.appeals.later_decision_id is
  'Where the appeal was upheld: the decision that had replaced the one it was against, and stays in force. No foreign key, of which embedding an appeal into its decision takes one.';

create index appeals_created_on_idx on public.appeals (created_on);

grant select (decision_id, words, created_on, outcome, answer, answered_on, later_decision_id) on public.appeals to authenticated;

alter table public.appeals enable row level security;

create policy "People read their own appeals"
  on public.appeals for select to authenticated
  using (exists (select from public.decisions where id = decision_id));

create policy "Accounts with a second factor need it"
  on public.appeals as restrictive to authenticated
  using ((select private.is_fully_signed_in()));

create function public.appeal(decision uuid, words text) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  appealed public.decisions;
  cleaned constant text := private.clean_text(words);
  opened uuid;
begin
  perform private.require_own_session();
  if not coalesce(private.has_content(cleaned), false) or char_length(cleaned) > 4000 then
    raise exception 'An appeal says why, in up to 500 characters.' using errcode = 'invalid_parameter_value';
  end if;
  select * into appealed from public.decisions
  where id = decision and person_id = auth.uid() and shown_from <= now() for no key update;
  if not found then
    raise exception 'There is no such decision.' using errcode = 'PT404';
  elsif appealed.appealable_until is null or appealed.ended_at is not null then
    raise exception 'There is nothing to appeal against.' using errcode = 'PT409';
  elsif appealed.appealable_until < (now() at time zone 'UTC')::date then
    raise exception 'The time for an appeal, six months, is over.' using errcode = 'PT409';
  end if;
  insert into public.appeals (decision_id, words) values (decision, cleaned) on conflict do nothing;
  if not found then
    raise exception 'You have appealed against this decision before.' using errcode = 'PT409';
  end if;
  opened := private.open_case('appeal', decision, auth.uid());
  update private.cases set excerpt = left(cleaned, 200) where id = opened;
end
$$;
comment on function public.appeal is 'Appeals against a decision about the caller, once, within six months.';
revoke all on function public.appeal from anon, service_role;
grant execute on function public.appeal to authenticated;
