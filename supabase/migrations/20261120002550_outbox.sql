-- Events whose effects are too large for the transaction of their cause, or leave the database. A trigger or
-- function writes an event; a job delivers what is due every few seconds.

create table private.outbox (
  id bigint generated always as identity primary key,
  kind text not null,
  subject uuid not null,
  reached uuid,
  due timestamptz not null default now(),
  attempts int not null default 0,
  created_at timestamptz not null default now(),
  constraint outbox_kind_check check (kind in ('drop', 'account-public')),
  constraint outbox_kind_subject_key unique (kind, subject)
);

comment on table private.outbox is
  'Events that wait for their delivery. A delivered event is deleted, and one that fails for a day.';
comment on column private.outbox.subject is
  'The drop or the account of the event, without a foreign key: a delivery reads whether it still exists.';
comment on column private.outbox.reached is
  'The last account that the batches so far have notified; null before the first.';
comment on column private.outbox.attempts is 'Failures since the last batch that succeeded.';

create index outbox_due_idx on private.outbox (due, id);

alter table private.outbox enable row level security;

create function private.deliver_batch(batch_size int default 1000) returns boolean
language plpgsql security definer
set search_path = ''
as $$
declare
  event private.outbox;
  is_done boolean;
begin
  select * into event from private.outbox
  where due <= now() order by due, id limit 1 for update skip locked;
  if not found then
    return false;
  end if;
  begin
    if event.kind = 'drop' then
      event.reached := private.notify_of_drop(event.subject, event.reached, batch_size);
      is_done := event.reached is null;
    else
      is_done := private.approve_requests(batch_size, event.subject) = 0;
    end if;
  exception when others then
    raise warning 'The event % of % was not delivered: %', event.kind, event.subject, sqlerrm;
    delete from private.outbox where id = event.id and created_at < now() - interval '1 day';
    update private.outbox
    set attempts = attempts + 1, due = now() + least(power(2, attempts), 60) * interval '1 minute'
    where id = event.id;
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
