-- Stored positions (marks) of every 200th row in each sort order, so that late pages of the policy list are as fast as
-- early ones. Changes since the marks were made are counted from policy_page_changes, so that positions and the total
-- stay exact. See page-marks.ts.
create table policy_page_marks (
  sort text not null,
  position bigint not null,
  policy_id uuid not null,
  policy_no text collate "C",
  insured_name text,
  inception_date date,
  expiration_date date,
  total_premium_cents bigint,
  agency_no text collate "C",
  primary key (sort, position)
);
-- The first mark comes before every row, so that every page has a mark to start from.
insert into policy_page_marks (sort, position, policy_id, policy_no, insured_name, inception_date, expiration_date,
  total_premium_cents, agency_no)
select sort, 0, '00000000-0000-0000-0000-000000000000', '', '', '-infinity', '-infinity', -9007199254740991, ''
from unnest(array['policy_no', 'insured_name', 'inception_date', 'expiration_date', 'total_premium_cents', 'agency_no']) sort;

create table policy_page_changes (
  policy_page_change_id bigint generated always as identity primary key,
  delta smallint not null check (delta in (-1, 1)),
  policy_id uuid not null,
  policy_no text collate "C" not null,
  insured_name text not null,
  inception_date date not null,
  expiration_date date not null,
  total_premium_cents bigint not null,
  agency_no text collate "C" not null
);

create table policy_page_totals (
  only_row boolean primary key default true check (only_row),
  total bigint not null default 0,
  marked_at timestamptz
);
insert into policy_page_totals default values;

create function policy_pages_note_insert() returns trigger language plpgsql as $$
begin
  insert into policy_page_changes (delta, policy_id, policy_no, insured_name, inception_date, expiration_date,
    total_premium_cents, agency_no)
  select 1, policy_id, policy_no, insured_name, inception_date, expiration_date, total_premium_cents, agency_no from added;
  return null;
end
$$;
create function policy_pages_note_delete() returns trigger language plpgsql as $$
begin
  insert into policy_page_changes (delta, policy_id, policy_no, insured_name, inception_date, expiration_date,
    total_premium_cents, agency_no)
  select -1, policy_id, policy_no, insured_name, inception_date, expiration_date, total_premium_cents, agency_no from removed;
  return null;
end
$$;
create function policy_pages_note_update() returns trigger language plpgsql as $$
begin
  insert into policy_page_changes (delta, policy_id, policy_no, insured_name, inception_date, expiration_date,
    total_premium_cents, agency_no)
  select side.delta, side.policy_id, side.policy_no, side.insured_name, side.inception_date, side.expiration_date,
    side.total_premium_cents, side.agency_no
  from removed o join added n using (policy_id)
  cross join lateral (values
    (-1, o.policy_id, o.policy_no, o.insured_name, o.inception_date, o.expiration_date, o.total_premium_cents, o.agency_no),
    (1, n.policy_id, n.policy_no, n.insured_name, n.inception_date, n.expiration_date, n.total_premium_cents, n.agency_no)
  ) side (delta, policy_id, policy_no, insured_name, inception_date, expiration_date, total_premium_cents, agency_no)
  where (o.policy_no, o.insured_name, o.inception_date, o.expiration_date, o.total_premium_cents, o.agency_no)
    is distinct from
        (n.policy_no, n.insured_name, n.inception_date, n.expiration_date, n.total_premium_cents, n.agency_no);
  return null;
end
$$;
create trigger policy_pages_after_insert after insert on policies
  referencing new table as added for each statement execute function policy_pages_note_insert();
create trigger policy_pages_after_delete after delete on policies
  referencing old table as removed for each statement execute function policy_pages_note_delete();
create trigger policy_pages_after_update after update on policies
  referencing old table as removed new table as added for each statement execute function policy_pages_note_update();
