-- A profile for each account, created together with the account.

create function private.reserved_usernames() returns text[]
language sql immutable
set search_path = ''
as $$
  select array[
    -- paths of pages
    'about', 'app', 'auth', 'bookmarks', 'community', 'community-guidelines', 'confirm', 'contact',
    'desk', 'explore', 'faqs', 'feed', 'jobs', 'messages', 'notifications', 'privacy', 'profile',
    'record', 'settings', 'statements', 'terms', 'trending', 'voice-drop', 'voice-usage',
    -- paths of the server's services and files
    '.well-known', 'api', 'apple-touch-icon.png', 'assets', 'embed', 'embed.html', 'favicon.ico',
    'favicon.svg', 'feeds', 'functions', 'graphql', 'healthz', 'icons', 'index.html', 'landing.html',
    'listen', 'manifest.json', 'manifest.webmanifest', 'metrics', 'oembed', 'offline.html', 'realtime',
    'rest', 'robots.txt', 'samples', 'service-worker.js', 'sitemap.xml', 'start.js', 'storage',
    'sw.js',
    -- pages that are planned
    'appeal', 'following', 'help', 'invite', 'queue', 'reset', 'statement', 'tag',
    'unsubscribe', 'welcome',
    -- in reserve for further pages
    'account', 'accounts', 'ads', 'alerts', 'archive', 'audio', 'billing', 'blog', 'careers',
    'channels', 'charts', 'dashboard', 'developers', 'discover', 'docs', 'download', 'drafts',
    'drops', 'events', 'export', 'followers', 'groups', 'guidelines', 'history', 'home', 'import',
    'inbox', 'legal', 'library', 'likes', 'live', 'logout', 'people', 'playlist', 'premium',
    'press', 'pricing', 'register', 'rooms', 'rules', 'safety', 'search', 'shop', 'signin',
    'signout', 'signup', 'status', 'stories', 'studio', 'tags', 'team', 'topics', 'transparency',
    'verify',
    -- names that appear to speak for the product
    'admin', 'administrator', 'anonymous', 'login', 'moderator', 'official', 'security', 'staff',
    'support', 'system'
  ]
$$;
comment on function private.reserved_usernames is
  'Words that nobody may take as a username, since a profile has the path /{username}. As in packages/domain.';

create function private.is_reserved_username(username text) returns boolean
language sql immutable
set search_path = ''
as $$
  select lower(username) = any (private.reserved_usernames())
    or starts_with(translate(lower(username), '._-', ''), 'undertone')
$$;
comment on function private.is_reserved_username is
  'Whether a username is reserved: a reserved word, or a name that begins with the product''s, with any punctuation between its letters. As in packages/domain.';

create table public.profiles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users (id) on delete cascade,
  username text,
  handle text collate "C" generated always as (lower(username)) stored,
  bio text,
  avatar_url text,
  avatar_path text generated always as (private.object_path(avatar_url)) stored,
  is_private boolean not null default false,
  is_banned boolean not null default false,
  push_notifications boolean not null default true,
  email_notifications boolean not null default false,
  likes_notifications boolean not null default true,
  replies_notifications boolean not null default true,
  follows_notifications boolean not null default true,
  mentions_notifications boolean not null default true,
  block_inappropriate boolean not null default true,
  allow_anonymous boolean not null default false,
  allow_downloads boolean not null default false,
  dark_mode boolean not null default false,
  dark_mode_chosen boolean not null default false,
  autoplay boolean not null default true,
  leads_old_links boolean,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint profiles_username_check check (
    username ~ '^[A-Za-z0-9_][A-Za-z0-9._-]{1,28}[A-Za-z0-9_]$'
  ),
  constraint profiles_bio_check check (
    (bio = '' or private.has_content(bio)) and char_length(bio) <= 1280
  ),
  constraint profiles_avatar_check check (
    avatar_url is null
    or coalesce(
      avatar_path ~ ('^avatars/' || user_id || '[-_][0-9]{1,20}\.[a-z0-9]{1,10}$'), false
    )
  )
);

comment on table public.profiles is 'Public profiles of accounts, and their owners'' settings.';
comment on column public.profiles.username is
  'As its owner has spelled it. Null until chosen. A dot or hyphen after an @mention belongs to the sentence, so no name begins or ends with one.';
comment on column public.profiles.handle is
  'The username in lower case: unique, and the key of look-ups.';
comment on column public.profiles.avatar_url is
  'Canonical URL of the image, relative to the API. Any storage URL of one''s own avatar may be written.';
comment on column public.profiles.avatar_path is 'Path of the image in the bucket voice-drops.';
comment on column public.profiles.is_private is 'Private Account: drops and counts are visible to followers only.';
comment on column public.profiles.is_banned is
  'Whether staff have banned the account: others see neither its profile nor what it has posted. Set by private.apply_measure.';
comment on column public.profiles.block_inappropriate is
  'Hides drops that at least three established accounts have reported and no one has cleared.';
comment on column public.profiles.leads_old_links is
  'Always null. Writing it with another username, or later, says whether links with the former one lead to the present one; a trigger stores that in private.former_usernames.';
comment on column public.profiles.dark_mode_chosen is
  'Whether the account has ever chosen a theme. Until then, unless dark_mode is on, each device uses its own.';

-- Partial, so that no foreign key can reference the index and updates of a profile do not wait for
-- rows that refer to the profile; see voice_drops_audio_path_key.
create unique index profiles_handle_key on public.profiles (handle) where handle is not null;
create index profiles_avatar_path_idx on public.profiles (avatar_path) where avatar_path is not null;
create index profiles_created_at_idx on public.profiles (created_at desc);
-- For the search by the beginning of a username that suggests accounts while a mention is written.
create index profiles_handle_prefix_idx on public.profiles (handle text_pattern_ops);

grant select (
  id, user_id, username, handle, bio, avatar_url, avatar_path, is_private, allow_downloads,
  created_at
) on public.profiles to anon;
-- Settings are columns of the profile, and saving them is an upsert, which
-- PostgreSQL allows only on columns that may also be read. Nobody reads is_banned as true but its owner.
grant select (
  id, user_id, username, handle, bio, avatar_url, avatar_path, is_private, is_banned, push_notifications,
  email_notifications, likes_notifications, replies_notifications, follows_notifications,
  mentions_notifications, block_inappropriate, allow_anonymous, allow_downloads, dark_mode,
  dark_mode_chosen, autoplay, leads_old_links, created_at, updated_at
) on public.profiles to authenticated;
grant insert (
  user_id, username, bio, avatar_url, is_private, push_notifications, email_notifications,
  likes_notifications, replies_notifications, follows_notifications, mentions_notifications,
  block_inappropriate, allow_anonymous, allow_downloads, dark_mode, dark_mode_chosen, autoplay,
  leads_old_links, updated_at
), update (
  user_id, username, bio, avatar_url, is_private, push_notifications, email_notifications,
  likes_notifications, replies_notifications, follows_notifications, mentions_notifications,
  block_inappropriate, allow_anonymous, allow_downloads, dark_mode, dark_mode_chosen, autoplay,
  leads_old_links, updated_at
) on public.profiles to authenticated;

alter table public.profiles enable row level security;

-- The policies are in the next migration, since they depend on blocks.

create function private.is_banned(account uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (select from public.profiles where user_id = account and is_banned);
end
$$;
grant execute on function private.is_banned to authenticated;

create function private.complete_profile() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.bio := private.clean_text(new.bio);
  new.avatar_url := coalesce(private.object_url(private.object_path(new.avatar_url)), new.avatar_url);
  new.updated_at := now();
  return new;
end
$$;

create trigger complete_profile before insert or update on public.profiles
  for each row execute function private.complete_profile();

-- The sign-up brings the username. Accounts created by third-party sign-in have none and choose one
-- later. An unavailable username makes the whole sign-up fail.
create function private.create_profile() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  insert into public.profiles (user_id, username)
  values (new.id, nullif(btrim(new.raw_user_meta_data ->> 'username'), ''));
  return new;
exception
  when unique_violation then
    raise exception 'This username is already taken' using errcode = 'unique_violation';
  when check_violation then
    raise exception 'This username cannot be used' using
      errcode = 'check_violation',
      hint = 'Usernames are 3 to 30 letters, digits, dots, underscores or hyphens, with neither a dot nor a hyphen at the beginning or end.';
end
$$;

create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();
