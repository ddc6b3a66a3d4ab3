-- Statements of the rest service call this function to end with a custom error when they exceed the
-- limits on a request: https://docs.postgrest.org/en/v14/references/errors.html#custom-errors
-- It never returns; its type is the one that its place in an expression needs.

create function backend.refuse_answer(message text, detail text) returns json
language plpgsql stable parallel safe
set search_path = ''
as $$
begin
  raise sqlstate 'PGRST' using message = refuse_answer.message, detail = refuse_answer.detail;
end
$$;

grant usage on schema backend to anon, authenticated, service_role;
