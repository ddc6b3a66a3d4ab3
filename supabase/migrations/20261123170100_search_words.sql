-- The words by which public drops are found. A pattern such as ilike is evaluated only on rows that
-- a table's policies let through, and so cannot use an index of voice_drops. This table holds no row
-- that a visitor may not see, needs no judgement, and is searched by its index; the rows of
-- voice_drops to which it leads are judged by their policies, as ever.

create extension if not exists pg_trgm with schema extensions;

create table private.voice_drop_words (
  voice_drop_id uuid primary key references public.voice_drops (id) on delete cascade,
  user_id uuid not null,
  title text,
  hashtags text[] not null,
  handle text
);

comment on table private.voice_drop_words is
  'Title, hashtags and author''s name of the drops that visitors see. Kept by triggers. No role of the API reads it but by the view.';

-- Without a list of pending entries, which each search would have to read through.
create index voice_drop_words_idx on private.voice_drop_words
  using gin (
    title extensions.gin_trgm_ops, handle extensions.gin_trgm_ops, hashtags pg_catalog.array_ops
  )
  with (fastupdate = off);
create index voice_drop_words_user_id_idx on private.voice_drop_words (user_id);

alter table private.voice_drop_words enable row level security;

-- The view reads as its owner, and is no barrier: the caller's own condition may come first and use
-- the index. What that could reveal of a drop across a block is what the same person reads as a
-- visitor; the rows themselves are withheld.
create view public.voice_drop_words as
  select voice_drop_id, title, hashtags, handle
  from private.voice_drop_words
  where user_id <> all ((select private.hidden_ids())::uuid[]);

comment on view public.voice_drop_words is
  'The words of public drops, to be joined to voice_drops by a search. Leaves out people on the other side of a block.';

revoke all on public.voice_drop_words from anon, authenticated;
grant all on public.voice_drop_words to service_role;
grant select (voice_drop_id, title, hashtags, handle)
  on public.voice_drop_words to anon, authenticated;
-- The functions of a view run as the caller. A visitor has no blocks.
grant execute on function private.hidden_ids to anon, service_role;

create function private.keep_words() returns trigger
language plpgsql security definer
set search_path = ''
as $$
begin
  if new.audience <> 'public' or new.is_flagged then
    delete from private.voice_drop_words where voice_drop_id = new.id;
    return null;
  end if;
  update private.voice_drop_words set title = new.title, hashtags = new.hashtags
  where voice_drop_id = new.id;
  if not found then
    -- The share lock makes a change of the name wait, whose trigger then finds this row.
    insert into private.voice_drop_words (voice_drop_id, user_id, title, hashtags, handle)
    select new.id, new.user_id, new.title, new.hashtags, profiles.handle
    from public.profiles where user_id = new.user_id for share;
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

insert into private.voice_drop_words (voice_drop_id, user_id, title, hashtags, handle)
select voice_drops.id, voice_drops.user_id, voice_drops.title, voice_drops.hashtags, profiles.handle
from public.voice_drops
join public.profiles on profiles.user_id = voice_drops.user_id
where voice_drops.audience = 'public' and not voice_drops.is_flagged;
