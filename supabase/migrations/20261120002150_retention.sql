-- What is deleted after a time, as the privacy page promises. A job calls this every hour.

create function private.delete_expired() returns int
language plpgsql
-- The day of a salt is one of UTC.
set search_path = '' set timezone = 'UTC'
as $$
declare
  expired record;
  deleted int;
  total int := 0;
begin
  for expired in
    select * from (values
      ('private.plays', 'played_at', interval '1 minute'),
      -- Those of today and yesterday are in use.
      ('private.ranking_salts', 'day', interval '2 days'),
      ('private.ranking_acts', 'day', interval '2 days'),
      ('private.account_networks', 'joined_at', interval '14 days'),
      ('private.network_weights', 'joined_at', interval '14 days'),
      ('private.former_usernames', 'left_at', interval '90 days'),
      ('public.earlier_words', 'replaced_at', interval '90 days'),
      ('public.report_evidence', 'kept_until', interval '0'),
      -- As in packages/domain: EVIDENCE_KEPT_MONTHS. Without the evidence nobody could compare them.
      ('private.clip_prints', 'created_at', interval '6 months'),
      ('public.mutes', 'until', interval '0'),
      ('private.deleted_messages', 'deleted_at', interval '7 days'),
      ('private.deleted_usernames', 'reserved_until', interval '0'),
      ('private.refused_addresses', 'until', interval '0'),
      -- Its trigger refuses to delete younger rows.
      ('private.staff_log', 'at', interval '2 years'),
      ('private.outbox', 'ended_at', interval '7 days'),
      -- Push services accept messages to devices that are gone.
      ('public.push_subscriptions', 'renewed_at', interval '60 days'),
      ('private.delivery_requests', 'second', interval '1 minute'),
      ('private.counted_mails', 'counted_at', interval '1 day')
    ) as kept (rows_of, time_column, age)
  loop
    -- Another transaction is changing or deleting the locked rows.
    execute format(
      'delete from %1$s where ctid = any (array(
         select ctid from %1$s where %2$I <= now() - $1 for update skip locked
       ))',
      expired.rows_of, expired.time_column
    ) using expired.age;
    get diagnostics deleted = row_count;
    total := total + deleted;
  end loop;
  return total;
end
$$;
comment on function private.delete_expired is
  'Deletes plays, salts and hashes of listening, networks of new accounts, former usernames, earlier words of drops, evidence of reports, prints of removed clips, mutes, words of deleted messages, hashes of refused mail addresses, the log of staff, ended deliveries and devices that receive push messages whose time is over. Returns the number of deleted rows.';
