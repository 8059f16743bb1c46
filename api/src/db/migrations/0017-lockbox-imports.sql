-- Result of the import of each check file, and the bank whose layout it has (LBX-1).
alter table lockbox_files
  add bank text not null default 'default',
  add applied_count integer not null default 0 check (applied_count >= 0),
  add known_count integer not null default 0 check (known_count >= 0);
create index lockbox_items_by_file on lockbox_items (lockbox_file_id);
-- Finds the policy by the loan number on a lender's check.
create index lienholders_by_reference on lienholders (reference) where reference is not null;
