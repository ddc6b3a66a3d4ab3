-- Voice drops. Only this migration decides who may see a drop: likes, comments, bookmarks, reports
-- and the audio are accessible to callers who can select the drop's row.

create table public.voice_drops (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (user_id) on delete cascade,
  title text,
  audio_url text not null,
  audio_path text not null generated always as (private.object_path(audio_url)) stored,
  duration double precision not null,
  filter_used text not null default 'original',
  hashtags text[] not null default '{}',
  privacy_level text not null default 'public',
  waveform smallint[] not null default array_fill(0::smallint, array[100]),
  allows_voice_replies boolean not null default true,
  is_sensitive boolean not null default false,
  is_limited boolean not null default false,
  moderation text not null default 'none',
  audience text not null default 'private',
  is_flagged boolean not null default false,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  constraint voice_drops_title_check check (
    private.has_content(title) and char_length(title) <= 400
  ),
  constraint voice_drops_audio_check check (
    audio_path ~ ('^' || user_id || '/[A-Za-z0-9][A-Za-z0-9._-]{0,99}$')
  ),
  constraint voice_drops_duration_check check (duration >= 0.3 and duration <= 300),
  constraint voice_drops_filter_used_check check (filter_used = any (private.voice_filters())),
  constraint voice_drops_hashtags_check check (
    cardinality(hashtags) <= 5 and private.are_hashtags(hashtags)
  ),
  constraint voice_drops_privacy_level_check check (
    privacy_level in ('public', 'followers', 'private')
  ),
  constraint voice_drops_waveform_check check (private.is_waveform(waveform)),
  constraint voice_drops_moderation_check check (moderation in ('none', 'held', 'removed')),
  constraint voice_drops_audience_check check (
    audience in ('public', 'unlisted', 'followers', 'private')
  )
)
-- Counts change often: free space on the page allows heap-only updates, which touch no index.
with (fillfactor = 80);

comment on table public.voice_drops is 'Posted clips. Their audio cannot be changed.';
comment on column public.voice_drops.title is
  'The description that its owner gave, if any. 400 code points are several times the 50 characters that the app accepts, since one character may have many.';
comment on column public.voice_drops.audio_url is
  'Canonical URL of the audio, relative to the API. Any storage URL of a clip in one''s own folder may be written.';
comment on column public.voice_drops.audio_path is
  'Path of the audio in the bucket voice-drops, for signed URLs.';
comment on column public.voice_drops.duration is 'Length of the posted audio in seconds, as the storage service measured it.';
comment on column public.voice_drops.hashtags is 'Without the #. Folded, and each once, by a trigger.';
comment on column public.voice_drops.waveform is '100 peaks from 0 (silence) to 100.';
comment on column public.voice_drops.allows_voice_replies is
  'Whether comments on the drop may have a clip. Those that have one keep it.';
comment on column public.voice_drops.is_sensitive is
  'Whether players ask before they play it. Feeds and previews leave it out. The author sets it, and staff may.';
comment on column public.voice_drops.is_limited is 'Whether staff have taken it out of public lists and search.';
comment on column public.voice_drops.moderation is
  'held: not shown until staff decide. removed: by a decision of staff, and deleted after 30 days. Both are shown to its owner alone.';
comment on column public.voice_drops.audience is
  'Who may see the drop: its privacy level, narrowed to followers where the account is private, to its owner where it is held or removed or the account is banned. unlisted: everyone, by its address and on the profile, but in no list. Maintained by triggers.';
comment on column public.voice_drops.edited_at is
  'When title or hashtags were last changed after somebody else had listened or answered. Maintained by a trigger.';
comment on column public.voice_drops.is_flagged is
  'At least three established accounts have reported it and no one has cleared it. Maintained by triggers.';

-- One drop for each object. The condition is always met, but makes the index partial, so that no
-- foreign key could reference the column. Otherwise PostgreSQL would treat every update as a change
-- of that key, since the column is generated and the table has a trigger, and concurrent likes
-- would deadlock.
create unique index voice_drops_audio_path_key
  on public.voice_drops (audio_path) where audio_path is not null;
create index voice_drops_created_at_idx on public.voice_drops (created_at desc, id desc);
create index voice_drops_user_id_idx on public.voice_drops (user_id, created_at desc, id desc);

create index voice_drops_public_created_at_idx
  on public.voice_drops (created_at desc, id desc)
  -- As the policy of visitors. Lists leave out the few that are unlisted.
  where audience in ('public', 'unlisted') and not is_flagged;

grant select (
  id, user_id, title, audio_url, audio_path, duration, filter_used, hashtags, privacy_level,
  waveform, created_at, edited_at, allows_voice_replies, is_sensitive, is_limited, moderation, audience, is_flagged
) on public.voice_drops to anon, authenticated;
grant insert (
  user_id, title, audio_url, duration, filter_used, hashtags, privacy_level, waveform, is_sensitive
) on public.voice_drops to authenticated;
grant update (title, hashtags, privacy_level, allows_voice_replies, is_sensitive), delete
  on public.voice_drops to authenticated;

alter table public.voice_drops enable row level security;

create table private.sensitive_labels (
  voice_drop_id uuid primary key references public.voice_drops (id) on delete cascade,
  author_choice boolean not null
);

comment on table private.sensitive_labels is
  'Drops that staff have labelled as sensitive, and what the author had chosen before.';

alter table private.sensitive_labels enable row level security;

create function private.blocks_inappropriate() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return coalesce(
    (select block_inappropriate from public.profiles where user_id = auth.uid()),
    true
  );
end
$$;
comment on function private.blocks_inappropriate is
  'Whether the caller wants flagged drops hidden.';
grant execute on function private.blocks_inappropriate to authenticated;

-- Who may see another account's drop, for the policies below and for may_see_voice_drop. The body
-- is parsed at creation and the function has no settings, so that the planner inlines it.
create function private.is_visible(
  audience text,
  is_flagged boolean,
  follows_owner boolean,
  is_across_block boolean,
  hides_flagged boolean
) returns boolean
language sql immutable
return (audience in ('public', 'unlisted') or (audience = 'followers' and follows_owner))
  and not is_across_block
  and (not is_flagged or not hides_flagged);
comment on function private.is_visible is
  'Whether a drop is visible to a caller that does not own it.';
grant execute on function private.is_visible to anon, authenticated;

create policy "Visitors see public drops that are not flagged"
  on public.voice_drops for select to anon
  using (
    private.is_visible(
      audience,
      is_flagged,
      follows_owner => false,
      is_across_block => false,
      hides_flagged => true
    )
  );

create policy "People see their own drops"
  on public.voice_drops for select to authenticated
  using (user_id = (select auth.uid()));

create policy "People see others' drops for them, unless blocked or flagged"
  on public.voice_drops for select to authenticated
  using (
    private.is_visible(
      audience,
      is_flagged,
      follows_owner => private.is_following(user_id),
      is_across_block => user_id = any ((select private.hidden_ids())::uuid[]),
      hides_flagged => (select private.blocks_inappropriate())
    )
  );

create policy "People post their own drops"
  on public.voice_drops for insert to authenticated
  with check (user_id = (select auth.uid()));

create policy "People change their own drops"
  on public.voice_drops for update to authenticated
  using (user_id = (select auth.uid()))
  with check (user_id = (select auth.uid()));

create policy "People delete their own drops"
  on public.voice_drops for delete to authenticated
  using (user_id = (select auth.uid()));

-- PostgreSQL inlines this function. It is no policy, since a muted drop's own page still shows it: lists
-- leave out the drops for which it is true.
create function public.is_muted(public.voice_drops) returns boolean
language sql stable
return private.is_muted($1.user_id, $1.hashtags, $1.title);
comment on function public.is_muted is
  'Whether the caller has muted a drop''s author, one of its hashtags or a word of its title.';
grant execute on function public.is_muted to anon, authenticated, service_role;

create function private.may_see_voice_drop(
  person uuid, voice_drop uuid, in_lists boolean default false
) returns boolean
language sql stable
set search_path = ''
as $$
  select exists (
    select from public.voice_drops as seen
    where seen.id = voice_drop
      and not (in_lists and seen.audience = 'unlisted')
      and (
        seen.user_id = person
        or private.is_visible(
          seen.audience,
          seen.is_flagged,
          follows_owner => exists (
            select from public.follows
            where follower_id = person and following_id = seen.user_id
          ),
          is_across_block => private.are_blocked(person, seen.user_id),
          hides_flagged => coalesce(
            (select block_inappropriate from public.profiles where user_id = person), true
          )
        )
      )
  )
$$;
comment on function private.may_see_voice_drop is
  'Whether someone other than the caller may see a drop; in_lists: also where they do not ask for it. Called by triggers.';

create function private.clean_drop() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.title := private.clean_line(new.title);
  new.hashtags := private.fold_hashtags(new.hashtags);
  return new;
end
$$;

create trigger clean_drop before insert or update of title, hashtags on public.voice_drops
  for each row execute function private.clean_drop();

create trigger require_audio before insert on public.voice_drops
  for each row execute function private.require_audio();

-- The share lock serialises posting a drop and switching to Private Account.

create function private.set_audience() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  account public.profiles;
begin
  select * into account from public.profiles where user_id = new.user_id for share;
  new.audience := private.audience_of(new, account.is_private, account.is_banned);
  return new;
end
$$;

create function private.audience_of(
  voice_drop public.voice_drops, account_is_private boolean, account_is_banned boolean
) returns text
language sql immutable
set search_path = ''
as $$
  select case
    when voice_drop.moderation <> 'none' or account_is_banned then 'private'
    when voice_drop.privacy_level <> 'public' then voice_drop.privacy_level
    when account_is_private then 'followers'
    when voice_drop.is_limited then 'unlisted'
    else 'public'
  end
$$;

create trigger set_audience before insert or update of privacy_level, moderation, is_limited
  on public.voice_drops
  for each row execute function private.set_audience();

create function private.set_audience_of_drops() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update public.voice_drops as posted
  set audience = private.audience_of(posted, new.is_private, new.is_banned)
  where user_id = new.user_id
    and audience <> private.audience_of(posted, new.is_private, new.is_banned);
  return null;
end
$$;

create trigger set_audience_of_drops after update of is_private, is_banned on public.profiles
  for each row when ((old.is_private, old.is_banned) <> (new.is_private, new.is_banned))
  execute function private.set_audience_of_drops();

-- Staff decide on what they have seen. The app shows messages that end so (see limitReason in the web app).
create function private.check_moderated_drop() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if old.moderation <> 'none' then
    raise exception 'This voice drop is hidden from others and cannot be changed. You can appeal.'
      using errcode = 'insufficient_privilege';
  elsif old.is_sensitive and not new.is_sensitive
    and exists (select from private.sensitive_labels where voice_drop_id = old.id) then
    raise exception 'This voice drop was labelled as sensitive by our team. You can appeal.'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;

-- Before limit_edits: triggers run in the order of their names. Not for staff and the server, which change no drop
-- of their own here.
create trigger check_moderated_drop
  before update of title, hashtags, privacy_level, allows_voice_replies, is_sensitive on public.voice_drops
  for each row when (old.user_id = auth.uid())
  execute function private.check_moderated_drop();

-- The file's size, which podcast feeds state. Runs as the caller, so that the policies of storage.objects
-- apply.

create function public.audio_size(public.voice_drops) returns bigint
language sql stable
set search_path = ''
as $$
  select (metadata ->> 'size')::bigint from storage.objects
  where bucket_id = 'voice-drops' and name = $1.audio_path
$$;
comment on function public.audio_size is 'Size of a drop''s audio file in bytes; null for a caller who may not load the file.';
grant execute on function public.audio_size to anon, authenticated, service_role;
