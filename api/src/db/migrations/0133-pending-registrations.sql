-- The home page lists agencies whose registration is signed and not yet approved.
create index agencies_in_registration on agencies (agency_id) where status = 'P';
