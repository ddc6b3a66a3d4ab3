-- Plays and what was counted are deleted when something is counted after them: where nothing is, they
-- would stay. A server with a scheduler calls this every hour.

create function private.prune_listening() returns int
language plpgsql
set search_path = ''
as $$
declare
  total int;
  deleted int;
begin
  delete from private.counting_salts where day < private.counting_day() - 1;
  get diagnostics total = row_count;
  -- Rows that are locked are being deleted or counted again.
  delete from private.counted_acts where key = any (array(
    select key from private.counted_acts
    where day < private.counting_day() - 1 for update skip locked
  ));
  get diagnostics deleted = row_count;
  total := total + deleted;
  delete from private.plays where (voice_drop_id, listener) in (
    select voice_drop_id, listener from private.plays
    where played_at <= now() - interval '60 seconds' for update skip locked
  );
  get diagnostics deleted = row_count;
  return total + deleted;
end
$$;
comment on function private.prune_listening is
  'Deletes plays of more than a minute ago, and the salts and hashes of days before yesterday. Returns how many rows.';
