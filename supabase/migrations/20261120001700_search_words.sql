-- The search for drops by words. Policies run before a pattern such as ilike, so that a pattern cannot
-- use an index of voice_drops. Public drops need no policy: an index finds their words. For other drops
-- the policy runs first, on the drops of people that the caller follows. The rows of voice_drops that a
-- search finds are subject to their policies in both cases.

create extension if not exists pg_trgm with schema extensions;

create table private.voice_drop_words (
  voice_drop_id uuid primary key references public.voice_drops (id) on delete cascade,
  user_id uuid not null,
  title text,
  hashtags text[] not null,
  handle text,
  is_flagged boolean not null,
  -- Whether only its owner finds it.
  is_unlisted boolean not null default false,
  -- Whether visitors can see the drop.
  is_public boolean not null,
  created_at timestamptz not null
);

comment on table private.voice_drop_words is
  'Title, hashtags, time and author''s handle of each drop. Maintained by triggers. Read through two views.';

-- Without a list of pending entries, which each search would have to scan.
create index voice_drop_words_idx on private.voice_drop_words
  using gin (
    title extensions.gin_trgm_ops, handle extensions.gin_trgm_ops, hashtags pg_catalog.array_ops
  )
  with (fastupdate = off)
  where is_public;
create index voice_drop_words_user_id_idx on private.voice_drop_words (user_id);
create index voice_drop_words_nonpublic_idx
  on private.voice_drop_words (user_id) where not is_public;
create index voice_drop_words_flagged_idx
  on private.voice_drop_words (voice_drop_id) where is_flagged;

alter table private.voice_drop_words enable row level security;

-- The view runs as its owner and is not a security barrier, so that the caller's condition can use the
-- index. A condition could therefore reveal words of a drop across a block, which the same person can
-- read as a visitor; the rows themselves are not returned.
create view public.voice_drop_words as
  select voice_drop_id, title, hashtags, handle, user_id, created_at
  from private.voice_drop_words
  where is_public and user_id <> all ((select private.hidden_ids())::uuid[])
    and (select private.is_fully_signed_in());

comment on view public.voice_drop_words is
  'The words of public drops, which a search joins to voice_drops. Excludes people across a block.';

grant select (voice_drop_id, title, hashtags, handle, user_id, created_at)
  on public.voice_drop_words to anon, authenticated;
-- Functions in a view run as the caller. Visitors have no blocks.
grant execute on function private.hidden_ids to anon, service_role;

-- The words of the other drops that an account can see: its own, those of followed accounts, and flagged
-- ones. The view runs as the caller, so that the policy applies first.

create function private.followed_ids() returns uuid[]
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return array(select following_id from public.follows where follower_id = auth.uid());
end
$$;
comment on function private.followed_ids is 'Accounts that the caller follows.';
grant execute on function private.followed_ids to authenticated;

grant select (voice_drop_id, user_id, title, hashtags, handle, is_flagged, is_unlisted, is_public)
  on private.voice_drop_words to authenticated;

create policy "People see the words of the drops that they can see"
  on private.voice_drop_words for select to authenticated
  using (exists (select from public.voice_drops where id = voice_drop_id));

create view public.nonpublic_drop_words with (security_invoker) as
  select voice_drop_id, title, hashtags, handle
  from private.voice_drop_words
  where not is_public
    and (
      is_flagged
      or user_id = any ((select private.followed_ids() || auth.uid())::uuid[])
    )
    and (not is_unlisted or user_id = (select auth.uid()));

comment on view public.nonpublic_drop_words is
  'The words of drops that the caller can see and visitors cannot, which a search joins to voice_drops.';

grant select (voice_drop_id, title, hashtags, handle)
  on public.nonpublic_drop_words to authenticated;

create function private.maintain_drop_words() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  seen_by_visitors constant boolean := new.audience = 'public' and not new.is_flagged;
begin
  if tg_op = 'INSERT' then
    -- The share lock makes a concurrent change of the handle wait; its trigger then finds this row.
    insert into private.voice_drop_words
      (voice_drop_id, user_id, title, hashtags, handle, is_flagged, is_unlisted, is_public, created_at)
    select new.id, new.user_id, new.title, new.hashtags, profiles.handle, new.is_flagged,
      new.is_limited, seen_by_visitors, new.created_at
    from public.profiles where user_id = new.user_id for share;
  else
    update private.voice_drop_words
    set title = new.title, hashtags = new.hashtags,
      is_flagged = new.is_flagged, is_unlisted = new.is_limited, is_public = seen_by_visitors,
      created_at = new.created_at
    where voice_drop_id = new.id;
  end if;
  return null;
end
$$;

-- Fires on privacy_level and moderation too, since a trigger before the update derives the audience from them,
-- and on created_at, which an operator sets for imported drops.
create trigger maintain_drop_words
  after insert or update of
    title, hashtags, privacy_level, moderation, is_limited, audience, is_flagged, created_at
  on public.voice_drops
  for each row execute function private.maintain_drop_words();

create function private.maintain_handle_in_words() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.voice_drop_words set handle = new.handle where user_id = new.user_id;
  return null;
end
$$;

create trigger maintain_handle_in_words after update of username on public.profiles
  for each row when (old.handle is distinct from new.handle)
  execute function private.maintain_handle_in_words();
