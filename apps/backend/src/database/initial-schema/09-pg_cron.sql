-- Scheduled jobs as with the extension pg_cron 1.6, whose tables, functions and messages these are. The jobs
-- service runs them. A file that is named after an extension is left out where that extension is installed.

create schema cron;
grant usage on schema cron to postgres with grant option;

create sequence cron.jobid_seq;
create sequence cron.runid_seq;

create table cron.job (
  jobid bigint primary key default nextval('cron.jobid_seq'),
  schedule text not null,
  command text not null,
  nodename text not null default 'localhost',
  nodeport int not null default coalesce(inet_server_port(), 5432),
  database text not null default current_database(),
  username text not null default current_user,
  active boolean not null default true,
  jobname text,
  due timestamptz,
  constraint jobname_username_uniq unique (jobname, username)
);
comment on column cron.job.due is
  'When the job runs next; null until the scheduler has read a new schedule. The extension has no such column.';

create table cron.job_run_details (
  jobid bigint,
  runid bigint primary key default nextval('cron.runid_seq'),
  job_pid int,
  database text,
  username text,
  command text,
  status text,
  return_message text,
  start_time timestamptz,
  end_time timestamptz
);

grant usage on sequence cron.jobid_seq to postgres with grant option;
grant select, insert (schedule, command, active, jobname), update (schedule, command, active), delete
  on cron.job to postgres with grant option;
grant select, delete on cron.job_run_details to postgres with grant option;

alter table cron.job enable row level security;
create policy cron_job_policy on cron.job using (username = current_user);
alter table cron.job_run_details enable row level security;
create policy cron_job_run_details_policy on cron.job_run_details using (username = current_user);

create function cron.is_schedule(schedule text) returns boolean
language plpgsql immutable
set search_path = ''
as $$
declare
  fields constant text[] := regexp_split_to_array(btrim(lower(schedule), E' \t'), E'[ \t]+');
  lowest constant int[] := array[0, 0, 1, 1, 0];
  highest constant int[] := array[59, 23, 31, 12, 7];
  months constant text[] := array['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
  days constant text[] := array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  item text;
  parts text[];
  first int;
  last int;
begin
  if cardinality(fields) = 2 and fields[2] in ('second', 'seconds') then
    return fields[1] ~ '^0*([1-9]|[1-5][0-9])$';
  elsif cardinality(fields) = 1 then
    return fields[1] in ('@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly');
  elsif cardinality(fields) <> 5 then
    return false;
  end if;
  for field in 1..5 loop
    -- The last day of the month.
    continue when field = 3 and fields[field] = '$';
    for item in select unnest(string_to_array(fields[field], ',')) loop
      parts := regexp_match(item, '^(\*|[0-9a-z]{1,3})(?:-([0-9a-z]{1,3}))?(?:/([0-9]{1,2}))?$');
      if parts is null or parts[1] = '*' and parts[2] is not null
        or parts[3] is not null and parts[1] <> '*' and parts[2] is null
        or parts[3]::int not between 1 and highest[field]
      then
        return false;
      end if;
      continue when parts[1] = '*';
      -- A week begins or ends with Sunday.
      if field = 5 and parts[1] = 'sun' then
        parts[1] := '0';
      end if;
      if field >= 4 then
        parts[1] := coalesce(array_position(case field when 4 then months else days end, parts[1])::text, parts[1]);
        parts[2] := coalesce(array_position(case field when 4 then months else days end, parts[2])::text, parts[2]);
      end if;
      if parts[1] !~ '^[0-9]+$' or parts[2] !~ '^[0-9]+$' then
        return false;
      end if;
      first := parts[1];
      last := coalesce(parts[2], parts[1]);
      if first < lowest[field] or last > highest[field] or last < first then
        return false;
      end if;
    end loop;
  end loop;
  return true;
end
$$;
comment on function cron.is_schedule is
  'Whether a text is an interval of 1 to 59 seconds or a cron expression. @reboot is not served.';

create function cron.check_job() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- The scheduler is the owner of the table. Policies do not keep roles with BYPASSRLS off other owners' jobs.
  if tg_op <> 'INSERT' and old.username <> current_user
    and current_user <> (select pg_get_userbyid(relowner) from pg_catalog.pg_class where oid = tg_relid)
  then
    raise exception 'Job % does not exist or you don''t own it', old.jobid
      using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if tg_op = 'INSERT' or new.schedule <> old.schedule then
    if not cron.is_schedule(new.schedule) then
      raise exception 'invalid schedule: %', new.schedule
        using errcode = 'invalid_parameter_value',
          hint = 'Use cron format (e.g. 5 4 * * *), or interval format ''[1-59] seconds''';
    end if;
    new.due := null;
  end if;
  -- What was due while a job was switched off is not caught up.
  if tg_op = 'UPDATE' and new.active and not old.active then
    new.due := null;
  end if;
  return new;
end
$$;

create trigger check_job before insert or update or delete on cron.job
  for each row execute function cron.check_job();

create function cron.schedule(schedule text, command text) returns bigint
language sql
set search_path = ''
as $$
  insert into cron.job (schedule, command) values ($1, $2) returning jobid
$$;

create function cron.schedule(job_name text, schedule text, command text) returns bigint
language sql
set search_path = ''
as $$
  insert into cron.job (jobname, schedule, command) values ($1, $2, $3)
  on conflict on constraint jobname_username_uniq
    do update set schedule = excluded.schedule, command = excluded.command
  returning jobid
$$;
comment on function cron.schedule(text, text, text) is
  'Schedules a job that runs as the caller, or changes the caller''s job of that name. Returns its id.';

create function cron.unschedule(job_id bigint) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  delete from cron.job where jobid = job_id and username = current_user;
  if not found then
    raise exception 'could not find valid entry for job %', job_id;
  end if;
  return true;
end
$$;

create function cron.unschedule(job_name text) returns boolean
language plpgsql
set search_path = ''
as $$
begin
  delete from cron.job where jobname = job_name and username = current_user;
  if not found then
    raise exception 'could not find valid entry for job ''%''', job_name;
  end if;
  return true;
end
$$;

create function cron.alter_job(
  job_id bigint,
  schedule text default null,
  command text default null,
  database text default null,
  username text default null,
  active boolean default null
) returns void
language plpgsql
set search_path = ''
as $$
begin
  if $4 is not null or $5 is not null then
    raise exception 'The database and the user of a job cannot be altered here'
      using errcode = 'feature_not_supported';
  end if;
  update cron.job as altered
  set schedule = coalesce($2, altered.schedule),
    command = coalesce($3, altered.command),
    active = coalesce($6, altered.active)
  where jobid = job_id and altered.username = current_user;
  if not found then
    raise exception 'Job % does not exist or you don''t own it', job_id;
  end if;
end
$$;

revoke all on all functions in schema cron from public;
grant execute on all functions in schema cron to postgres with grant option;
