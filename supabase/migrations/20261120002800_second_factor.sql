-- An account with a second factor needs it for all access: until a session has verified the factor,
-- its tokens are at level aal1, which these policies refuse.
--
-- The policies are restrictive and apply in addition to those of other migrations. They call the
-- function in a sub-select, so that it runs once per statement, not per row. Security definer
-- functions, and views that run as their owner, bypass them, and either check the level or return the
-- same to every caller; tests cover both.

do $$
declare
  protected regclass;
begin
  foreach protected in array array[
    'public.account_settings',
    'public.blocks',
    'public.bookmarks',
    'public.conversation_participants',
    'public.conversations',
    'public.drop_alerts',
    'public.earlier_words',
    'public.follow_declines',
    'public.follow_requests',
    'public.followed_hashtags',
    'public.follows',
    'public.live_drop_counts',
    'public.messages',
    'public.mutes',
    'public.nonpublic_drop_events',
    'public.notifications',
    'public.profile_counts',
    'public.profiles',
    'public.push_subscriptions',
    'public.report_evidence',
    'public.reports',
    'public.voice_drop_comment_likes',
    'public.voice_drop_comments',
    'public.voice_drop_likes',
    'public.voice_drops',
    'storage.objects'
  ]::regclass[]
  loop
    execute format(
      'create policy "Accounts with a second factor need it" on %s as restrictive to authenticated
         using ((select private.is_fully_signed_in()))',
      protected
    );
  end loop;
end
$$;
