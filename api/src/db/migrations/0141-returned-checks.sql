-- Who took a check back from its policies. Somebody else returns it to its sender, since it may have paid for elapsed days (LBX-8).
alter table lockbox_items add taken_back_by text;
