-- A dry run lists the policies that a moratorium would affect, by county and policy number. This index also finds
-- policies by county alone, so it replaces the index on the county.
create index policies_by_county_and_number on policies (county_fips, policy_no);
drop index policies_by_county;
