-- People are found by the beginning of their handle as a range, whose comparisons PostgreSQL knows to
-- reveal nothing, so that the index serves them below policies, too. In the collation C the range
-- from a prefix to the prefix and '~' holds exactly the handles that begin with it.
alter table public.profiles alter column handle type text collate "C";
