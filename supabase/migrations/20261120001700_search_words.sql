-- The words by which drops are found. A pattern such as ilike is evaluated only on rows that a table's
-- policies let through, and so cannot use an index of voice_drops. What visitors see needs no
-- judgement: its words are searched by an index of their own. The rest is judged first, and narrowed
-- to the people whom the caller follows. The rows of voice_drops to which words lead are judged by
-- their policies, as ever.

create extension if not exists pg_trgm with schema extensions;

create table private.voice_drop_words (
  voice_drop_id uuid primary key references public.voice_drops (id) on delete cascade,
  user_id uuid not null,
  title text,
  hashtags text[] not null,
  handle text,
  is_flagged boolean not null,
  -- Whether visitors see the drop.
  is_open boolean not null
);

comment on table private.voice_drop_words is
  'Title, hashtags and author''s name of each drop. Kept by triggers. Read through its two views.';

-- Without a list of pending entries, which each search would have to read through.
create index voice_drop_words_idx on private.voice_drop_words
  using gin (
    title extensions.gin_trgm_ops, handle extensions.gin_trgm_ops, hashtags pg_catalog.array_ops
  )
  with (fastupdate = off)
  where is_open;
create index voice_drop_words_user_id_idx on private.voice_drop_words (user_id);
create index voice_drop_words_withheld_idx
  on private.voice_drop_words (user_id) where not is_open;
create index voice_drop_words_flagged_idx
  on private.voice_drop_words (voice_drop_id) where is_flagged;

alter table private.voice_drop_words enable row level security;

-- The view reads as its owner, and is no barrier: the caller's own condition may come first and use
-- the index. What that could reveal of a drop across a block is what the same person reads as a
-- visitor; the rows themselves are withheld.
create view public.voice_drop_words as
  select voice_drop_id, title, hashtags, handle
  from private.voice_drop_words
  where is_open and user_id <> all ((select private.hidden_ids())::uuid[]);

comment on view public.voice_drop_words is
  'The words of public drops, to be joined to voice_drops by a search. Leaves out people on the other side of a block.';

revoke all on public.voice_drop_words from anon, authenticated;
grant all on public.voice_drop_words to service_role;
grant select (voice_drop_id, title, hashtags, handle)
  on public.voice_drop_words to anon, authenticated;
-- The functions of a view run as the caller. A visitor has no blocks.
grant execute on function private.hidden_ids to anon, service_role;

-- The words of the other drops that a member sees: of people whom they follow, their own, and flagged
-- ones. The view reads as its caller, whom the policy asks first whether they see the drop at all.

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

grant select (voice_drop_id, user_id, title, hashtags, handle, is_flagged, is_open)
  on private.voice_drop_words to authenticated;

create policy "People see the words of the drops that they see"
  on private.voice_drop_words for select to authenticated
  using (exists (select from public.voice_drops where id = voice_drop_id));

create view public.withheld_drop_words with (security_invoker) as
  select voice_drop_id, title, hashtags, handle
  from private.voice_drop_words
  where not is_open
    and (
      is_flagged
      or user_id = any ((select private.followed_ids() || auth.uid())::uuid[])
    );

comment on view public.withheld_drop_words is
  'The words of drops that the caller sees, but visitors do not, to be joined to voice_drops by a search.';

revoke all on public.withheld_drop_words from anon, authenticated;
grant all on public.withheld_drop_words to service_role;
grant select (voice_drop_id, title, hashtags, handle)
  on public.withheld_drop_words to authenticated;

create function private.keep_words() returns trigger
language plpgsql security definer
set search_path = ''
as $$
declare
  seen_by_all constant boolean := new.audience = 'public' and not new.is_flagged;
begin
  if tg_op = 'INSERT' then
    -- The share lock makes a change of the name wait, whose trigger then finds this row.
    insert into private.voice_drop_words
      (voice_drop_id, user_id, title, hashtags, handle, is_flagged, is_open)
    select new.id, new.user_id, new.title, new.hashtags, profiles.handle, new.is_flagged, seen_by_all
    from public.profiles where user_id = new.user_id for share;
  else
    update private.voice_drop_words
    set title = new.title, hashtags = new.hashtags,
      is_flagged = new.is_flagged, is_open = seen_by_all
    where voice_drop_id = new.id;
  end if;
  return null;
end
$$;

-- By privacy_level as well, since a trigger before the update derives the audience from it.
create trigger keep_words
  after insert or update of title, hashtags, privacy_level, audience, is_flagged
  on public.voice_drops
  for each row execute function private.keep_words();

create function private.keep_names_in_words() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  update private.voice_drop_words set handle = new.handle where user_id = new.user_id;
  return null;
end
$$;

create trigger keep_names_in_words after update of username on public.profiles
  for each row when (old.handle is distinct from new.handle)
  execute function private.keep_names_in_words();
