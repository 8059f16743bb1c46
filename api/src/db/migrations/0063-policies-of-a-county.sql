-- A dry run lists what a moratorium would catch, by county and policy number, page after page; the county alone is the
-- beginning of this index, so that the one before is not needed any more.
create index policies_by_county_and_number on policies (county_fips, policy_no);
drop index policies_by_county;
