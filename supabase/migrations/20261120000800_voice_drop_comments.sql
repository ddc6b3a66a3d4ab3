-- Comments on drops, and replies to comments: words, a clip, or both. Threads are one level deep.

create table public.voice_drop_comments (
  id uuid primary key default gen_random_uuid(),
  voice_drop_id uuid not null references public.voice_drops (id) on delete cascade,
  user_id uuid not null references public.profiles (user_id) on delete cascade,
  parent_comment_id uuid references public.voice_drop_comments (id) on delete cascade,
  content text not null,
  audio_url text,
  audio_path text generated always as (private.object_path(audio_url)) stored,
  duration double precision,
  waveform smallint[],
  filter_used text,
  like_count bigint not null default 0,
  moderation text not null default 'none',
  created_at timestamptz not null default now(),
  constraint voice_drop_comments_content_check check (
    (private.has_content(content) or content = '' and audio_url is not null)
    and char_length(content) <= 4000
  ),
  constraint voice_drop_comments_clip_check check (
    num_nonnulls(audio_url, audio_path, duration, waveform, filter_used) in (0, 5)
  ),
  constraint voice_drop_comments_audio_check check (
    audio_path ~ ('^' || user_id || '/[A-Za-z0-9][A-Za-z0-9._-]{0,99}$')
  ),
  constraint voice_drop_comments_duration_check check (duration >= 0.3 and duration <= 71),
  constraint voice_drop_comments_waveform_check check (
    waveform is null or private.is_waveform(waveform)
  ),
  constraint voice_drop_comments_filter_used_check check (filter_used = any (private.voice_filters())),
  constraint voice_drop_comments_like_count_check check (like_count >= 0),
  constraint voice_drop_comments_moderation_check check (moderation in ('none', 'removed', 'banned', 'thread'))
);

comment on table public.voice_drop_comments is 'Comments on drops.';
comment on column public.voice_drop_comments.content is
  'The words; empty only where there is a clip.';
comment on column public.voice_drop_comments.audio_url is
  'Address of the clip, as of a drop; null, as the other columns of the clip, for a comment without one.';
comment on column public.voice_drop_comments.audio_path is
  'Path of the clip in the bucket voice-drops, for signed URLs.';
comment on column public.voice_drop_comments.duration is
  'Length of the clip in seconds. A minute is up to 71 seconds long with a slow filter.';
comment on column public.voice_drop_comments.waveform is '100 peaks from 0 (silence) to 100.';
comment on column public.voice_drop_comments.parent_comment_id is
  'The top-level comment that this one replies to; null for a top-level comment.';

comment on column public.voice_drop_comments.moderation is
  'removed: by a decision of staff, and deleted after 30 days. banned: its author is. thread: the comment that it replies to is hidden. All are shown to their author alone, and not counted.';

create index voice_drop_comments_voice_drop_id_idx
  on public.voice_drop_comments (voice_drop_id, created_at);
create index voice_drop_comments_user_id_idx
  on public.voice_drop_comments (user_id, created_at desc);
create index voice_drop_comments_parent_comment_id_idx
  on public.voice_drop_comments (parent_comment_id);
-- One comment for each object.
create unique index voice_drop_comments_audio_path_key
  on public.voice_drop_comments (audio_path) where audio_path is not null;

grant select (
  id, voice_drop_id, user_id, parent_comment_id, content, audio_url, audio_path, duration, waveform,
  filter_used, like_count, moderation, created_at
) on public.voice_drop_comments to anon, authenticated;
grant insert (
  voice_drop_id, user_id, parent_comment_id, content, audio_url, duration, waveform, filter_used
), delete on public.voice_drop_comments to authenticated;

alter table public.voice_drop_comments enable row level security;

create function private.is_removed(comment uuid) returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return exists (
    select from public.voice_drop_comments where id = comment and moderation <> 'none'
  );
end
$$;
comment on function private.is_removed is 'Whether a comment is shown to its author alone.';
grant execute on function private.is_removed to authenticated;

create policy "Visitors see the comments of drops that they can see"
  on public.voice_drop_comments for select to anon
  using (
    moderation = 'none' and exists (select from public.voice_drops where id = voice_drop_id)
  );

create policy "People see comments of visible drops, unless blocked or muted"
  on public.voice_drop_comments for select to authenticated
  using (
    moderation = 'none'
    and user_id <> all ((select private.unlisted_ids())::uuid[])
    and exists (select from public.voice_drops where id = voice_drop_id)
  );

-- Also across a block, and on drops that are private now: otherwise nobody could remove the words that
-- others still read.
create policy "People see their own comments"
  on public.voice_drop_comments for select to authenticated
  using (user_id = (select auth.uid()));

create policy "People comment on drops that they can see, by voice if allowed"
  on public.voice_drop_comments for insert to authenticated
  with check (
    user_id = (select auth.uid())
    and exists (
      select from public.voice_drops as voice_drop
      where voice_drop.id = voice_drop_id
        and (voice_drop.allows_voice_replies or voice_drop_comments.audio_url is null)
    )
  );

create policy "People delete their own comments and those on their own drops"
  on public.voice_drop_comments for delete to authenticated
  using (
    user_id = (select auth.uid())
    or exists (
      select from public.voice_drops as voice_drop
      where voice_drop.id = voice_drop_id and voice_drop.user_id = (select auth.uid())
    )
  );

-- A reply to a reply joins the same thread. Runs as the caller, so that a comment that the caller
-- may not see is treated like one that does not exist.
create function private.set_comment_thread() returns trigger
language plpgsql
set search_path = ''
as $$
declare
  thread uuid;
begin
  new.content := private.clean_text(new.content);
  if new.parent_comment_id is null then
    return new;
  end if;
  select coalesce(parent_comment_id, id) into thread
  from public.voice_drop_comments
  where id = new.parent_comment_id and voice_drop_id = new.voice_drop_id
    -- Its author sees a hidden one.
    and moderation = 'none';
  if found then
    new.parent_comment_id := thread;
    return new;
  end if;
  -- Triggers run before policies: a comment on a drop that the caller may not see is left for the
  -- policy to refuse.
  if exists (select from public.voice_drops where id = new.voice_drop_id) then
    raise exception 'There is no such comment to reply to on this voice drop'
      using errcode = 'foreign_key_violation';
  end if;
  return new;
end
$$;

create trigger set_comment_thread before insert on public.voice_drop_comments
  for each row execute function private.set_comment_thread();

-- The locks wait for staff who ban the author, or hide the thread, at the same time.
create function private.set_comment_moderation() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  perform from public.profiles where user_id = new.user_id for key share;
  perform from public.voice_drop_comments where id = new.parent_comment_id for key share;
  new.moderation := case
    when exists (select from public.profiles where user_id = new.user_id and is_banned) then 'banned'
    when exists (
      select from public.voice_drop_comments where id = new.parent_comment_id and moderation <> 'none'
    ) then 'thread'
    else 'none'
  end;
  return new;
end
$$;

-- After set_comment_thread: triggers run in the order of their names.
create trigger set_moderation before insert on public.voice_drop_comments
  for each row execute function private.set_comment_moderation();

create trigger require_audio before insert on public.voice_drop_comments
  for each row when (new.audio_url is not null) execute function private.require_audio();

create trigger update_counts_on_insert after insert on public.voice_drop_comments
  referencing new table as changed
  for each statement execute function private.update_counts('comments');
create trigger update_counts_on_delete after delete on public.voice_drop_comments
  referencing old table as changed
  for each statement execute function private.update_counts('comments');
