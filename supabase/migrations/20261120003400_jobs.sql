-- Scheduled jobs. Their schema, and those of outgoing calls and secrets, which deliveries use, are those of
-- extensions on hosted Supabase; the embedded backend provides them.

do $$
begin
  if to_regnamespace('cron') is null then
    create extension pg_cron with schema pg_catalog;
  end if;
  if to_regnamespace('net') is null then
    create extension pg_net;
  end if;
  if to_regnamespace('vault') is null then
    create extension supabase_vault;
  end if;
end
$$;

select cron.schedule('delete expired rows', '0 * * * *', 'select private.delete_expired()');
select cron.schedule(
  'delete old notifications', '20 * * * *', 'select private.delete_old_notifications()'
);
select cron.schedule('remove clips', '50 * * * *', 'select private.request_clip_removal()');
-- Each batch in a transaction of its own.
select cron.schedule('deliver the outbox', '5 seconds', $$
  do 'begin
    for batch in 1..5 loop
      exit when not private.deliver_batch();
      commit;
    end loop;
  end'
$$);
-- At full five minutes, which the time of an anonymous message is rounded to. Each conversation in a transaction of
-- its own, which holds no lock of two.
select cron.schedule('deliver anonymous messages', '*/5 * * * *', $$
  do 'declare
    mark constant timestamptz := private.five_minutes(now());
    conversation uuid;
  begin
    foreach conversation in array private.waiting_conversations(mark) loop
      perform private.deliver_waiting(conversation, mark);
      commit;
    end loop;
  end'
$$);
select cron.schedule('delete messages', '50 * * * *', $$
  do 'begin
    loop
      exit when private.delete_unread_rests() + private.delete_empty_conversations() = 0;
      commit;
    end loop;
  end'
$$);
select cron.schedule('delete removed posts', '30 * * * *', $$
  do 'begin
    loop
      exit when not private.delete_removed();
      commit;
    end loop;
  end'
$$);
select cron.schedule('delete old cases', '10 * * * *', 'select private.delete_old_cases()');
select cron.schedule('return invitations', '*/10 * * * *', 'select private.return_unused()');
-- What was not requested when it became due.
select cron.schedule('request deliveries', '30 seconds', 'select private.request_missed_deliveries()');
select cron.schedule('delete job history', '40 * * * *', $$
  delete from cron.job_run_details where end_time < now() - interval '7 days'
$$);
