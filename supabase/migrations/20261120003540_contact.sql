-- The contact form. A message is a case on the desk, whose details are name, email, category, subject and message;
-- its answer is mailed.

create function public.send_contact(
  name text, email text, subject text, message text, category text default null
) returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  address constant text := lower(btrim(email));
  sent constant jsonb := jsonb_build_object(
    'name', btrim(private.clean_line(name)), 'email', address, 'category', category,
    'subject', btrim(private.clean_line(subject)), 'message', btrim(private.clean_text(message))
  );
begin
  if not private.is_fully_signed_in() then
    raise exception 'Writing takes your second factor.' using errcode = 'insufficient_privilege';
  elsif not exists (select from private.staff) then
    raise exception 'Nobody reads messages here yet. Yours was not stored.' using errcode = 'PT404';
  end if;
  -- As in packages/domain: CONTACT_MAX_LENGTHS, CONTACT_CATEGORIES.
  if not (
    private.has_content(sent ->> 'name') and char_length(sent ->> 'name') <= 100
    and address ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length(address) <= 254
    and coalesce(category in ('general', 'safety', 'technical', 'business'), true)
    and private.has_content(sent ->> 'subject') and char_length(sent ->> 'subject') <= 200
    and private.has_content(sent ->> 'message') and char_length(sent ->> 'message') <= 5000
  ) is true then
    raise exception 'The message is incomplete or too long' using errcode = 'PT422';
  end if;
  perform private.refuse_beyond_limit('contact', private.count_acts_of(counter, 'contact', 1))
  from unnest(array[private.caller_network(), private.key_of_visitor('contact ' || address)]) as counter;
  perform private.open_case('contact', gen_random_uuid(), auth.uid(), sent);
end
$$;
comment on function public.send_contact is
  'Stores a message to the people who run the site. 404 while there are none, 422 for an incomplete or too long one, 429 beyond the limit of a network or an address.';
revoke all on function public.send_contact from service_role;
grant execute on function public.send_contact to anon, authenticated;

create function public.desk_answer("case" uuid, words text, is_mailed boolean default true)
returns void
language plpgsql security definer
set search_path = ''
as $$
declare
  answered constant private.cases := private.require_case("case");
  answer constant text := btrim(private.clean_text(words));
begin
  if answered.subject_kind <> 'contact' or answered.closed_at is not null then
    raise exception 'This is no message that waits for an answer.' using errcode = 'PT409';
  elsif (private.has_content(answer) and char_length(answer) <= 5000) is not true then
    raise exception 'The answer is empty or too long' using errcode = 'PT422';
  end if;
  perform private.require_unassigned(answered);
  update private.cases
  set details = details || jsonb_build_object('answer', answer, 'isMailed', is_mailed)
  where id = answered.id;
  perform private.close_case(answered.id);
  perform private.log_act(
    'answer', 'contact', answered.subject_id::text, answered.person_id, null, null,
    jsonb_build_object('answer', answer, 'isMailed', is_mailed)
  );
  if is_mailed then
    insert into private.outbox (kind, subject, details)
    values ('mail-contact', answered.subject_id, jsonb_build_object(
      'email', answered.details ->> 'email',
      'title', answered.details ->> 'subject',
      'question', answered.details ->> 'message',
      'answer', answer
    ));
    perform private.request_deliveries();
  end if;
end
$$;
comment on function public.desk_answer is
  'Answers a contact message, which closes its case. Without is_mailed, staff have written to the address by hand.';
revoke all on function public.desk_answer from anon, service_role;
grant execute on function public.desk_answer to authenticated;
