-- An account with a second factor needs it for all access: until a session has verified the factor,
-- its tokens are at level aal1, which these policies refuse.
--
-- The policies are restrictive and apply in addition to those of other migrations. They call the
-- function in a sub-select, so that it runs once per statement, not per row. Security definer
-- functions bypass them, and either check the level or return the same to every caller; a test
-- covers this.

create function private.is_fully_signed_in() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  -- The look-up comes first: most accounts have no factor, and reading the level takes longer.
  return not exists (
    select from auth.mfa_factors where user_id = auth.uid() and status = 'verified'
  ) or coalesce(auth.jwt() ->> 'aal' = 'aal2', false);
end
$$;
comment on function private.is_fully_signed_in is
  'Whether the caller''s session has verified a second factor, or the account has none.';
grant execute on function private.is_fully_signed_in to authenticated;

create policy "Blocks require the second factor"
  on public.blocks as restrictive to authenticated
  using ((select private.is_fully_signed_in()));

create policy "Bookmarks require the second factor"
  on public.bookmarks as restrictive to authenticated
  using ((select private.is_fully_signed_in()));

create policy "Follows require the second factor"
  on public.follows as restrictive to authenticated
  using ((select private.is_fully_signed_in()));

create policy "Notifications require the second factor"
  on public.notifications as restrictive to authenticated
  using ((select private.is_fully_signed_in()));

create policy "Profile counts require the second factor"
  on public.profile_counts as restrictive to authenticated
  using ((select private.is_fully_signed_in()));

create policy "Profiles require the second factor"
  on public.profiles as restrictive to authenticated
  using ((select private.is_fully_signed_in()));

create policy "Reports require the second factor"
  on public.reports as restrictive to authenticated
  using ((select private.is_fully_signed_in()));

create policy "Comment likes require the second factor"
  on public.voice_drop_comment_likes as restrictive to authenticated
  using ((select private.is_fully_signed_in()));

create policy "Comments require the second factor"
  on public.voice_drop_comments as restrictive to authenticated
  using ((select private.is_fully_signed_in()));

create policy "Likes require the second factor"
  on public.voice_drop_likes as restrictive to authenticated
  using ((select private.is_fully_signed_in()));

create policy "Drops require the second factor"
  on public.voice_drops as restrictive to authenticated
  using ((select private.is_fully_signed_in()));

create policy "Objects require the second factor"
  on storage.objects as restrictive to authenticated
  using ((select private.is_fully_signed_in()));

create policy "Live drop counts require the second factor"
  on public.live_drop_counts as restrictive to authenticated
  using ((select private.is_fully_signed_in()));

create policy "Events of nonpublic drops require the second factor"
  on public.nonpublic_drop_events as restrictive to authenticated
  using ((select private.is_fully_signed_in()));

create policy "Followed hashtags require the second factor"
  on public.followed_hashtags as restrictive to authenticated
  using ((select private.is_fully_signed_in()));
