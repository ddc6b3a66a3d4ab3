-- Scheduled jobs. Their schema is that of an extension on hosted Supabase; the embedded backend provides it.

do $$
begin
  if to_regnamespace('cron') is null then
    create extension pg_cron with schema pg_catalog;
  end if;
end
$$;

select cron.schedule('delete expired rows', '0 * * * *', 'select private.delete_expired()');
select cron.schedule(
  'delete old notifications', '20 * * * *', 'select private.delete_old_notifications()'
);
-- Each batch in a transaction of its own.
select cron.schedule('deliver the outbox', '5 seconds', $$
  do 'begin
    for batch in 1..5 loop
      exit when not private.deliver_batch();
      commit;
    end loop;
  end'
$$);
select cron.schedule('delete job history', '40 * * * *', $$
  delete from cron.job_run_details where end_time < now() - interval '7 days'
$$);
