-- Events whose effects are too large for the transaction of their cause, or leave the database. A trigger or
-- function writes an event. Those without a target are delivered here: a job delivers what is due every few
-- seconds. Those with a target, and mails, leave the database: see the migrations deliveries and mails.

create table private.outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  subject uuid not null,
  target uuid references public.push_subscriptions (id) on delete cascade,
  topic text,
  recipient uuid references public.profiles (user_id) on delete cascade,
  details jsonb,
  reached uuid,
  due timestamptz not null default now(),
  attempts int not null default 0,
  claimed_at timestamptz,
  repeats int not null default 0,
  ended_at timestamptz,
  outcome text,
  created_at timestamptz not null default now(),
  constraint outbox_kind_check check (
    kind in (
      'drop', 'account-public', 'decision', 'print', 'notification', 'test',
      'message', 'message_request', 'anonymous_message',
      'mail-confirmation', 'mail-soon', 'mail-digest', 'mail-message', 'mail-sign-in',
      'mail-factor', 'mail-export', 'mail-statement', 'mail-outcome', 'mail-contact'
    )
  ),
  constraint outbox_target_check check (
    (kind in ('notification', 'test', 'message', 'message_request', 'anonymous_message')) = (target is not null)
    and (target is null) = (topic is null)
    and (kind like 'mail-%' and kind <> 'mail-contact') = (recipient is not null)
  ),
  constraint outbox_outcome_check check ((ended_at is null) = (outcome is null)),
  constraint outbox_kind_subject_key unique nulls not distinct (kind, subject, target)
);

comment on table private.outbox is
  'Events that wait for their delivery. A delivered event is deleted, and one that fails for a day; those with a target, and mails, are deleted a week after their end.';
comment on column private.outbox.subject is
  'The drop, comment, account, decision, notification, message or report of the event, without a foreign key: a delivery reads whether it still exists.';
comment on column private.outbox.target is 'The device to which the event is sent.';
comment on column private.outbox.topic is
  'The kind of the notification and its drop, or the conversation: a later message of a topic replaces the earlier one.';
comment on column private.outbox.recipient is 'The account to which a mail is sent; null if its address is in the details.';
comment on column private.outbox.details is
  'What a mail says that is stored nowhere else, and the conversation or the decision that it is about.';
comment on column private.outbox.reached is
  'The last account that the batches so far have notified; null before the first.';
comment on column private.outbox.attempts is 'Failures since the last batch that succeeded.';
comment on column private.outbox.claimed_at is 'Since when the event is being sent, for two minutes at most.';
comment on column private.outbox.repeats is
  'How often a mail was claimed again since its claim was never finished, so that it may be sent twice.';
comment on column private.outbox.outcome is
  'How it ended: delivered; dropped, since it must not be sent any more; capped, beyond the limit of an hour; refused by the receiving server; or given up.';

create index outbox_due_idx on private.outbox (due, id) where ended_at is null;
create index outbox_target_idx on private.outbox (target, ended_at);
create index outbox_recipient_idx on private.outbox (recipient, kind, ended_at);
create index outbox_ended_at_idx on private.outbox (ended_at) where ended_at is not null;

alter table private.outbox enable row level security;

create function private.postpone_event(event private.outbox) returns void
language sql
set search_path = ''
as $$
  delete from private.outbox where id = event.id and created_at < now() - interval '1 day';
  update private.outbox
  set attempts = attempts + 1, due = now() + least(power(2, attempts), 60) * interval '1 minute'
  where id = event.id;
$$;
comment on function private.postpone_event is
  'Lets an event be tried again after a minute, then less often, for a day.';

create function private.deliver_batch(batch_size int default 1000) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  event private.outbox;
  is_done boolean;
begin
  select * into event from private.outbox
  where target is null and kind not like 'mail-%' and ended_at is null and due <= now()
  order by due, id limit 1 for update skip locked;
  if not found then
    return false;
  end if;
  begin
    if event.kind = 'drop' then
      event.reached := private.notify_of_drop(event.subject, event.reached, batch_size);
      is_done := event.reached is null;
    elsif event.kind = 'decision' then
      event.reached := private.notify_of_decision(event.subject, event.reached, batch_size);
      is_done := event.reached is null;
    elsif event.kind = 'print' then
      perform private.request_prints();
      return true;
    else
      is_done := private.approve_requests(batch_size, event.subject) = 0;
    end if;
  exception when others then
    raise warning 'The event % of % was not delivered: %', event.kind, event.subject, sqlerrm;
    perform private.postpone_event(event);
    return true;
  end;
  if is_done then
    delete from private.outbox where id = event.id;
  else
    -- Behind the other events that are due, so that they need not wait for all of its batches.
    update private.outbox set reached = event.reached, attempts = 0, due = now() where id = event.id;
  end if;
  return true;
end
$$;
comment on function private.deliver_batch is
  'Delivers the next batch of the event that has been due for longest. One that fails is tried again after a minute, then less often, for a day. Returns whether an event was due.';
