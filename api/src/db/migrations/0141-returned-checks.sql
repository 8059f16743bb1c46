-- Staff member who reversed the check. Another person must return it to the sender, because it may have paid for
-- elapsed days (LBX-8).
alter table lockbox_items add taken_back_by text;
