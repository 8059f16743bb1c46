-- A paper names the agency as it was called when the paper was issued, whenever somebody opens it first (decision 106). A name that
-- an agency had, and until when; its name now stands with the agency.
create table agency_names (
  agency_id uuid not null references agencies (agency_id),
  until timestamptz not null,
  company text not null,
  primary key (agency_id, until)
);
