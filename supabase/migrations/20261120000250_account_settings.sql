-- Settings that only their owner may read. Columns of profiles are readable by every signed-in person.

create table public.account_settings (
  user_id uuid primary key references public.profiles (user_id) on delete cascade,
  drops_notifications boolean not null default true,
  voice_notices text[] not null default '{}',
  first_steps text[] not null default '{}',
  shows_likes boolean not null default false,
  mail_digest text not null default 'daily',
  messages_notifications boolean not null default true,
  messages_from text not null default 'everyone',
  read_receipts boolean not null default true,
  names_on_lock_screen boolean not null default false,
  constraint account_settings_mail_digest_check check (mail_digest in ('daily', 'weekly')),
  constraint account_settings_messages_from_check check (
    messages_from in ('everyone', 'following', 'nobody')
  ),
  constraint account_settings_voice_notices_check check (
    voice_notices <@ array['own-voice', 'reversible', 'phrasing']
    and cardinality(voice_notices) <= 3
    and array_position(voice_notices, null) is null
  ),
  constraint account_settings_first_steps_check check (
    first_steps <@ array['follow', 'veil', 'dismissed']
    and cardinality(first_steps) <= 3
    and array_position(first_steps, null) is null
  )
);

comment on table public.account_settings is
  'Settings of accounts, which only their owners read and change. Rules read them through security definer functions.';
comment on column public.account_settings.drops_notifications is
  'Whether new drops of people whose bell is on are notified.';

comment on column public.account_settings.voice_notices is
  'What the account has answered before its first post in its own voice, or with a filter that anyone can undo, and before its first anonymous message.';
comment on column public.account_settings.first_steps is
  'Which steps of the card for new accounts are done, and whether it was dismissed. The last step is done by posting.';
comment on column public.account_settings.shows_likes is
  'Whether others who may see the account see which drops it likes.';
comment on column public.account_settings.mail_digest is
  'How often likes, follows and new drops are mailed.';
comment on column public.account_settings.messages_notifications is
  'Whether messages are sent to devices and mailed.';
comment on column public.account_settings.messages_from is
  'Who may write: everyone, people that the account follows, or nobody. People it has written to may answer.';
comment on column public.account_settings.read_receipts is
  'Whether the other side of a conversation sees what was read. Applies to both sides: without it the account sees none.';
comment on column public.account_settings.names_on_lock_screen is
  'Whether push messages name who has written.';

grant select (
  user_id, drops_notifications, voice_notices, first_steps, shows_likes, mail_digest,
  messages_notifications, messages_from, read_receipts, names_on_lock_screen
), update (
  drops_notifications, voice_notices, first_steps, shows_likes, mail_digest,
  messages_notifications, messages_from, read_receipts, names_on_lock_screen
)
  on public.account_settings to authenticated;

alter table public.account_settings enable row level security;

create policy "People see their own settings"
  on public.account_settings for select to authenticated
  using (user_id = (select auth.uid()));

create policy "People change their own settings"
  on public.account_settings for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

create function private.create_account_settings() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.account_settings (user_id) values (new.user_id);
  return null;
end
$$;

create trigger create_account_settings after insert on public.profiles
  for each row execute function private.create_account_settings();
