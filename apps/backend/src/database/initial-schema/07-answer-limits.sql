-- Statements that the rest service writes end with an answer of its own words when they would
-- bring more than a request may: https://docs.postgrest.org/en/v14/references/errors.html#custom-errors
-- A value of some type is what the place expects in which it stands; there is never one.

create function backend.refuse_answer(message text, detail text) returns json
language plpgsql stable parallel safe
set search_path = ''
as $$
begin
  raise sqlstate 'PGRST' using message = refuse_answer.message, detail = refuse_answer.detail;
end
$$;

grant usage on schema backend to anon, authenticated, service_role;
