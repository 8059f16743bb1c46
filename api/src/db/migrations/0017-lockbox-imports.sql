-- What became of a file's checks when it was imported, and whose layout it had.
alter table lockbox_files
  add bank text not null default 'default',
  add applied_count integer not null default 0 check (applied_count >= 0),
  add known_count integer not null default 0 check (known_count >= 0);
create index lockbox_items_by_file on lockbox_items (lockbox_file_id);
-- A lender's check carries its loan number.
create index lienholders_by_reference on lienholders (reference) where reference is not null;
