create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create extension if not exists citext;

-- Time-ordered ids keep inserts at the right edge of their index. PostgreSQL before 18 lacks uuidv7().
do $$
begin
  if exists (select from pg_proc where proname = 'uuidv7') then
    create function new_id() returns uuid language sql volatile as 'select uuidv7()';
  else
    create function new_id() returns uuid language sql volatile as 'select gen_random_uuid()';
  end if;
end
$$;

create function touch_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at = now();
  return new;
end
$$;

-- For tables that are evidence: what was written stays as it was written.
create function forbid_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

create table settings (
  key text primary key,
  value jsonb not null,
  description text not null default '',
  updated_by text,
  updated_at timestamptz not null default now()
);

create table secrets (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);
