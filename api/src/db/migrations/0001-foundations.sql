create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create extension if not exists citext;

-- Time-ordered ids add rows at the end of an index. PostgreSQL before version 18 has no uuidv7().
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

-- Trigger function of append-only tables, which serve as evidence.
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
