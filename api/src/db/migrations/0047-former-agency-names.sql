-- Former names of an agency, each with the time until which it was used. A document shows the name at its issue date,
-- even if it is first opened later. The current name is in agencies.
create table agency_names (
  agency_id uuid not null references agencies (agency_id),
  until timestamptz not null,
  company text not null,
  primary key (agency_id, until)
);
