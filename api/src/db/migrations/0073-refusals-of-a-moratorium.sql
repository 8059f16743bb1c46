-- Where a moratorium refused: an event has many counties, and an import that was refused has no policy (decision 24).
alter table moratorium_refusals add county_fips text references counties;
update moratorium_refusals r set county_fips = p.county_fips from policies p where p.policy_id = r.policy_id;
-- The list of an event's refusals, the newest first.
create index moratorium_refusals_of_event on moratorium_refusals (moratorium_event_id, created_at desc, moratorium_refusal_id desc);
drop index moratorium_refusals_by_event;
