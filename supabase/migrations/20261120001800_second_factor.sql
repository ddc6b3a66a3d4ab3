-- A password is not enough for an account that has a second factor: until a
-- session has given one, its tokens are at level aal1 and reach nothing.
--
-- Restrictive policies are added to what the other files allow. The helper
-- stands in a sub-select, so that a statement asks it once, not once a row.
-- Procedures that run as their owner tell everybody the same: see the test.

create function private.is_fully_signed_in() returns boolean
language plpgsql stable security definer
set search_path = ''
as $$
begin
  -- The look-up first: most accounts have no factor, and reading the level takes longer.
  return not exists (
    select from auth.mfa_factors where user_id = auth.uid() and status = 'verified'
  ) or coalesce(auth.jwt() ->> 'aal' = 'aal2', false);
end
$$;
comment on function private.is_fully_signed_in is
  'Whether the caller''s session has given a second factor, or the account has none to give.';
grant execute on function private.is_fully_signed_in to authenticated;

create policy "Blocks ask for the second factor"
  on public.blocks as restrictive to authenticated
  using ((select private.is_fully_signed_in()));

create policy "Bookmarks ask for the second factor"
  on public.bookmarks as restrictive to authenticated
  using ((select private.is_fully_signed_in()));

create policy "Follows ask for the second factor"
  on public.follows as restrictive to authenticated
  using ((select private.is_fully_signed_in()));

create policy "Notifications ask for the second factor"
  on public.notifications as restrictive to authenticated
  using ((select private.is_fully_signed_in()));

create policy "Profile counts ask for the second factor"
  on public.profile_counts as restrictive to authenticated
  using ((select private.is_fully_signed_in()));

create policy "Profiles ask for the second factor"
  on public.profiles as restrictive to authenticated
  using ((select private.is_fully_signed_in()));

create policy "Reports ask for the second factor"
  on public.reports as restrictive to authenticated
  using ((select private.is_fully_signed_in()));

create policy "Comment likes ask for the second factor"
  on public.voice_drop_comment_likes as restrictive to authenticated
  using ((select private.is_fully_signed_in()));

create policy "Comments ask for the second factor"
  on public.voice_drop_comments as restrictive to authenticated
  using ((select private.is_fully_signed_in()));

create policy "Likes ask for the second factor"
  on public.voice_drop_likes as restrictive to authenticated
  using ((select private.is_fully_signed_in()));

create policy "Drops ask for the second factor"
  on public.voice_drops as restrictive to authenticated
  using ((select private.is_fully_signed_in()));

create policy "Objects ask for the second factor"
  on storage.objects as restrictive to authenticated
  using ((select private.is_fully_signed_in()));
