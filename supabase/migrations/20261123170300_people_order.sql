-- Top people are read in the whole of their order by the index: with the count alone, all who have as
-- many drops would be read and judged before the first few are known.
drop index public.profile_counts_drop_count_idx;
create index profile_counts_drop_count_idx on public.profile_counts (drop_count desc, user_id);
