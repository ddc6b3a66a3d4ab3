-- Who may create an account, and what admins say on the public pages. Supabase Auth asks the function
-- before_user_created ([auth.hook.before_user_created] in config.toml): an error that a trigger raises would be a
-- failure of the server there.

create table private.site_settings (
  is_only boolean primary key default true,
  registration text not null default 'open',
  announcement text,
  rules text,
  contact_email text,
  contact_text text,
  held_words text[] not null default '{}',
  constraint site_settings_is_only_check check (is_only),
  constraint site_settings_registration_check check (registration in ('open', 'invitation', 'closed')),
  -- As in packages/domain: SITE_TEXT_MAX_LENGTHS.
  constraint site_settings_texts_check check (
    char_length(announcement) <= 300 and private.has_content(announcement) is not false
    and char_length(rules) <= 4000 and private.has_content(rules) is not false
    and char_length(contact_text) <= 1000 and private.has_content(contact_text) is not false
  ),
  constraint site_settings_contact_email_check check (
    contact_email ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length(contact_email) <= 254
  ),
  constraint site_settings_held_words_check check (cardinality(held_words) <= 500)
);
insert into private.site_settings default values;

comment on table private.site_settings is 'What admins set on the desk. One row.';
comment on column private.site_settings.announcement is 'Shown above every page.';
comment on column private.site_settings.rules is 'Shown on the page of the community guidelines, after those.';
comment on column private.site_settings.contact_text is
  'Who runs the site and where, on the contact page and in the privacy policy.';
comment on column private.site_settings.held_words is
  'Words and phrases, as private.plain_words writes them. A drop with one in its title or hashtags is held.';

create table private.invitations (
  id uuid primary key default gen_random_uuid(),
  code_hash bytea not null unique,
  label text not null,
  uses int not null,
  uses_left int not null,
  ends_at timestamptz,
  made_by uuid,
  made_at timestamptz not null default now(),
  constraint invitations_label_check check (char_length(label) between 1 and 100),
  constraint invitations_uses_check check (uses between 1 and 1000 and uses_left between 0 and uses)
);

comment on table private.invitations is
  'Codes that admit new accounts while registration is by invitation. Of a code its hash is kept; it has 80 random bits.';
comment on column private.invitations.label is 'Who it is for, in the words of the admin who made it.';
comment on column private.invitations.made_by is 'The admin, whose account may be gone.';

create table private.invitation_uses (
  id uuid primary key default gen_random_uuid(),
  invitation_id uuid not null references private.invitations (id) on delete cascade,
  email text unique,
  reserved_until timestamptz,
  user_id uuid references auth.users (id) on delete set null,
  taken_at timestamptz not null default now(),
  constraint invitation_uses_state_check check (num_nonnulls(email, reserved_until) in (0, 2))
);

comment on table private.invitation_uses is
  'Uses of invitations: reserved for a mail address for ten minutes, then of the account that was created. One whose account was not created returns to its invitation.';

create index invitation_uses_invitation_id_idx on private.invitation_uses (invitation_id);
create index invitation_uses_user_id_idx on private.invitation_uses (user_id);
create index invitation_uses_reserved_until_idx
  on private.invitation_uses (reserved_until) where reserved_until is not null;

alter table private.site_settings enable row level security;
alter table private.invitations enable row level security;
alter table private.invitation_uses enable row level security;

-- Codes.

create function private.new_invitation_code() returns text
language sql
set search_path = ''
as $$
  -- Crockford's alphabet, in which no two letters look alike.
  select string_agg(
    substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substring(bits from place * 5 + 1 for 5)::int + 1, 1)
      || case when place in (3, 7, 11) then '-' else '' end,
    '' order by place
  )
  from
    (select ('x' || encode(extensions.gen_random_bytes(10), 'hex'))::bit(80) as bits) as random,
    generate_series(0, 15) as place
$$;

create function private.hash_invitation_code(code text) returns bytea
language sql immutable
set search_path = ''
as $$
  select sha256(
    convert_to(translate(regexp_replace(upper(code), '[^A-Z0-9]', '', 'g'), 'OIL', '011'), 'UTF8')
  )
$$;
comment on function private.hash_invitation_code is
  'The hash of a code as somebody has typed it: with or without hyphens, with O for 0 and I or L for 1.';

-- Uses.

create function private.return_unused() returns void
language sql
set search_path = ''
as $$
  with returned as (
    delete from private.invitation_uses
    where reserved_until <= now()
    returning invitation_id
  ), counted as (
    select invitation_id, count(*) as count from returned group by invitation_id
  )
  update private.invitations set uses_left = uses_left + counted.count
  from counted where id = counted.invitation_id
$$;
comment on function private.return_unused is
  'Returns uses that were reserved for accounts that were not created. A job calls it, too.';

create function private.take_use(code text, address text, needs_code boolean default true) returns boolean
language plpgsql
set search_path = ''
as $$
declare
  invitation uuid;
begin
  -- Concurrent requests for an address take one use. The transactions of the hook are short.
  perform pg_advisory_xact_lock(hashtextextended('private.invitation_uses', 0));
  update private.invitation_uses set reserved_until = now() + interval '10 minutes'
  where email = address and reserved_until > now() and (
    not needs_code
    or invitation_id = (select id from private.invitations where code_hash = private.hash_invitation_code(code))
  );
  if found then
    return true;
  end if;
  perform private.return_unused();
  update private.invitations set uses_left = uses_left - 1
  where code_hash = private.hash_invitation_code(code) and uses_left > 0
    and (ends_at is null or ends_at > now())
  returning id into invitation;
  if not found then
    return false;
  end if;
  -- That of another code returns.
  update private.invitation_uses set reserved_until = now() where email = address;
  perform private.return_unused();
  insert into private.invitation_uses (invitation_id, email, reserved_until)
  values (invitation, address, now() + interval '10 minutes');
  return true;
end
$$;
comment on function private.take_use is
  'Reserves a use of the invitation with this code for a mail address, for ten minutes. True for an address that has one already, with the same code or where none is needed.';

create function private.keep_use() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.invitation_uses set user_id = new.id, email = null, reserved_until = null
  where email = lower(new.email);
  return null;
end
$$;

-- In the transaction that creates the account: if that fails, the use stays reserved and returns.
create trigger keep_invitation_use after insert on auth.users
  for each row execute function private.keep_use();

-- The code comes as user data, which tokens and the account contain.
create function private.remove_invitation_code() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if tg_table_name = 'users' then
    new.raw_user_meta_data := new.raw_user_meta_data - 'invitation';
  else
    new.identity_data := new.identity_data - 'invitation';
  end if;
  return new;
end
$$;

create trigger remove_invitation_code before insert or update of raw_user_meta_data on auth.users
  for each row execute function private.remove_invitation_code();
create trigger remove_invitation_code before insert or update of identity_data on auth.identities
  for each row execute function private.remove_invitation_code();

-- The hook.

create function private.hook_refusal(status int, message text) returns jsonb
language sql immutable
set search_path = ''
as $$
  select jsonb_build_object('error', jsonb_build_object('http_code', status, 'message', message))
$$;

create function private.admit(code text, address text, network uuid, needs_code boolean default true)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  -- Counted before the code is known to be right: beyond the limit, right ones are refused, too.
  span constant interval := private.count_acts_of(network, 'invitation', 1);
begin
  if span is not null then
    return private.hook_refusal(429, private.limit_sentence('invitation', span));
  elsif coalesce(address, '') = '' then
    return private.hook_refusal(403, 'An invitation takes an email address.');
  elsif not private.take_use(code, address, needs_code) then
    return private.hook_refusal(403, case
      when private.has_content(code) then
        'This invitation code is not valid: it may be mistyped, used up or over.'
      else 'Registration is by invitation. Please enter your invitation code.'
    end);
  end if;
  perform private.count_acts_of(network, 'invitation', -1);
  return '{}';
end
$$;
comment on function private.admit is
  'Reserves a use of an invitation for an address, and returns what the hook returns. Wrong codes are counted by network.';

create function public.before_user_created(event jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  address constant text := lower(event -> 'user' ->> 'email');
  seen_from constant text := event -> 'metadata' ->> 'ip_address';
  mode constant text := (select registration from private.site_settings);
begin
  if private.is_refused_address(address) then
    return private.hook_refusal(
      403, 'No account can be created with this address at the moment. If you think that this is wrong, write to us.'
    );
  elsif mode = 'open' then
    return '{}';
  elsif mode = 'closed' then
    return private.hook_refusal(403, 'Registration is closed at the moment. Everybody who has an account can sign in.');
  end if;
  return private.admit(
    event -> 'user' -> 'user_metadata' ->> 'invitation', address,
    private.key_of_visitor(
      case when pg_input_is_valid(seen_from, 'inet') then private.network_of(seen_from::inet) else '' end
    ),
    -- Who signs in by a third party brings no code, and proves the address. With a password, anybody could use up what
    -- is reserved for an address that they know.
    needs_code => coalesce(event -> 'user' -> 'app_metadata' ->> 'provider', 'email') = 'email'
  );
end
$$;
comment on function public.before_user_created is
  'The hook of Supabase Auth that decides whether an account may be created. Not asked for people who have one, nor for accounts that the secret key creates.';
revoke all on function public.before_user_created from anon, authenticated, service_role;
grant usage on schema public to supabase_auth_admin;
grant execute on function public.before_user_created to supabase_auth_admin;

-- Before a third-party sign-in, which brings no code.
create function public.reserve_invitation(code text, email text) returns text
language plpgsql security definer
set search_path = ''
as $$
begin
  -- An error would undo the count of wrong codes.
  return private.admit(code, lower(btrim(email)), private.caller_network()) -> 'error' ->> 'message';
end
$$;
comment on function public.reserve_invitation is
  'Reserves a use of an invitation for a mail address for ten minutes, in which an account may be created with it in any way. Null, or the sentence of the refusal.';
revoke all on function public.reserve_invitation from service_role;
grant execute on function public.reserve_invitation to anon, authenticated;

-- What everybody may know.

create function public.site_notice() returns jsonb
language sql stable security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'registration', registration, 'announcement', announcement, 'rules', rules,
    'contactEmail', contact_email, 'contactText', contact_text,
    'hasStaff', exists (select from private.staff)
  )
  from private.site_settings
$$;
comment on function public.site_notice is
  'Who may sign up, what admins say on the public pages, and whether anybody reads what is sent to them.';
revoke all on function public.site_notice from service_role;
grant execute on function public.site_notice to anon, authenticated;

-- Words that hold a post.

create function private.plain_words(written text) returns text
language sql immutable
set search_path = ''
as $$
  -- White space and punctuation between words become one space. What is not seen is left out: it parts no words.
  select btrim(regexp_replace(
    private.fold_hashtag(regexp_replace(written, '[\u00AD\u200B-\u200F\u2060-\u2064\uFEFF]+', '', 'g')),
    '[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u2000-\u206F\u3000-\u303F\uFF00-\uFF0F]+',
    ' ', 'g'
  ))
$$;
comment on function private.plain_words is
  'The words of a text without regard to case and punctuation, one space between them.';

create function private.held_words_of(voice_drop public.voice_drops) returns text[]
language plpgsql stable
set search_path = ''
as $$
declare
  written constant text := ' ' || private.plain_words(
    concat_ws(' ', voice_drop.title, array_to_string(voice_drop.hashtags, ' '))
  ) || ' ';
begin
  return array(
    select word from private.site_settings, unnest(held_words) as word
    where position(' ' || word || ' ' in written) > 0
  );
end
$$;
comment on function private.held_words_of is 'The words in the title and the hashtags of a drop that hold it.';

-- Before the row is there, so that nobody learns of the drop. By its name before the trigger that sets the audience.
create function private.hold_posted_words() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if private.held_words_of(new) <> '{}' then
    new.moderation := 'held';
  end if;
  return new;
end
$$;

create trigger hold_posted_words before insert on public.voice_drops
  for each row execute function private.hold_posted_words();

create function private.hold_for_words() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  found_words constant text[] := private.held_words_of(new);
begin
  if found_words <> '{}' then
    perform private.hold_drop(new.id, jsonb_build_object('words', found_words));
  end if;
  return null;
end
$$;

create trigger hold_for_words after insert on public.voice_drops
  for each row when (new.moderation = 'held') execute function private.hold_for_words();
create trigger hold_edited_for_words after update of title, hashtags on public.voice_drops
  for each row when (old.title is distinct from new.title or old.hashtags <> new.hashtags)
  execute function private.hold_for_words();

-- The desk.

create function public.desk_settings() returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin');
  return (select to_jsonb(site_settings) - 'is_only' from private.site_settings);
end
$$;
comment on function public.desk_settings is 'The settings of the site, for admins.';
revoke all on function public.desk_settings from anon, service_role;
grant execute on function public.desk_settings to authenticated;

create function public.desk_change_settings(changes jsonb) returns jsonb
language plpgsql security definer
set search_path = ''
as $$
declare
  before private.site_settings;
  after private.site_settings;
begin
  perform private.require_staff('admin');
  select * into strict before from private.site_settings for update;
  after := jsonb_populate_record(before, changes - 'is_only');
  update private.site_settings set
    registration = after.registration,
    announcement = nullif(btrim(private.clean_line(after.announcement)), ''),
    rules = nullif(btrim(private.clean_text(after.rules)), ''),
    contact_email = nullif(lower(btrim(after.contact_email)), ''),
    contact_text = nullif(btrim(private.clean_text(after.contact_text)), ''),
    held_words = array(
      select distinct private.plain_words(word) from unnest(after.held_words) as word
      where private.plain_words(word) <> '' order by 1
    )
  returning * into after;
  perform private.log_act(
    'change-settings', 'settings', null, null, null, to_jsonb(before) - 'is_only', to_jsonb(after) - 'is_only'
  );
  return to_jsonb(after) - 'is_only';
end
$$;
comment on function public.desk_change_settings is
  'Changes the settings that are given, and returns all of them. For admins.';
revoke all on function public.desk_change_settings from anon, service_role;
grant execute on function public.desk_change_settings to authenticated;

create function public.desk_invitations() returns jsonb
language plpgsql security definer
set search_path = ''
as $$
begin
  perform private.require_staff('admin');
  perform private.return_unused();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', invitation.id, 'label', invitation.label, 'uses', invitation.uses,
      'uses_left', invitation.uses_left, 'ends_at', invitation.ends_at, 'made_at', invitation.made_at,
      'made_by', maker.username,
      'used_by', (
        select coalesce(jsonb_agg(
          jsonb_build_object('user_id', used.user_id, 'username', person.username, 'used_at', used.taken_at)
          order by used.taken_at
        ), '[]')
        from private.invitation_uses as used
        left join public.profiles as person using (user_id)
        where used.invitation_id = invitation.id and used.reserved_until is null
      )
    ) order by invitation.made_at desc), '[]')
    from private.invitations as invitation
    left join public.profiles as maker on maker.user_id = invitation.made_by
  );
end
$$;
comment on function public.desk_invitations is
  'Invitations, the newest first, with the accounts that have used them, whose accounts may be gone. For admins.';
revoke all on function public.desk_invitations from anon, service_role;
grant execute on function public.desk_invitations to authenticated;

create function public.desk_invite(label text, uses int default 1, ends_at timestamptz default null)
returns text
language plpgsql security definer
set search_path = ''
as $$
declare
  caller constant uuid := private.require_staff('admin');
  code constant text := private.new_invitation_code();
  made private.invitations;
begin
  insert into private.invitations (code_hash, label, uses, uses_left, ends_at, made_by)
  values (
    private.hash_invitation_code(code), btrim(private.clean_line(label)), uses, uses, ends_at, caller
  )
  returning * into made;
  perform private.log_act(
    'invite', 'invitation', made.id::text, null, null, null, to_jsonb(made) - array['code_hash', 'made_by']
  );
  return code;
end
$$;
comment on function public.desk_invite is
  'Makes an invitation and returns its code, which cannot be read again. For admins.';
revoke all on function public.desk_invite from anon, service_role;
grant execute on function public.desk_invite to authenticated;

create function public.desk_withdraw_invitation(id uuid) returns void
language plpgsql security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  withdrawn private.invitations;
begin
  perform private.require_staff('admin');
  update private.invitations set ends_at = now()
  where id = desk_withdraw_invitation.id and (ends_at is null or ends_at > now())
  returning * into withdrawn;
  if not found then
    raise exception 'There is no such invitation' using errcode = 'PT404';
  end if;
  perform private.log_act(
    'withdraw-invitation', 'invitation', withdrawn.id::text, null, null, null, jsonb_build_object('label', withdrawn.label)
  );
end
$$;
comment on function public.desk_withdraw_invitation is
  'Ends an invitation. Who has used it stays on record. For admins.';
revoke all on function public.desk_withdraw_invitation from anon, service_role;
grant execute on function public.desk_withdraw_invitation to authenticated;
