-- Statements of the rest service call this function to end with a custom error when they exceed a limit
-- of the request: https://docs.postgrest.org/en/v14/references/errors.html#custom-errors
-- It never returns; its type is the one that the calling expression needs.

create function backend.raise_request_error(message text, detail text) returns json
language plpgsql stable parallel safe
set search_path = ''
as $$
begin
  raise sqlstate 'PGRST' using message = raise_request_error.message, detail = raise_request_error.detail;
end
$$;

grant usage on schema backend to anon, authenticated, service_role;
