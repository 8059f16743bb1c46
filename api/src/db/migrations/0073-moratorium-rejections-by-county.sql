-- County of the rejected transaction, because a moratorium can have many counties, and a rejected import has no policy
-- (MOR-3).
alter table moratorium_refusals add county_fips text references counties;
update moratorium_refusals r set county_fips = p.county_fips from policies p where p.policy_id = r.policy_id;
create index moratorium_refusals_of_event on moratorium_refusals (moratorium_event_id, created_at desc, moratorium_refusal_id desc);
drop index moratorium_refusals_by_event;
