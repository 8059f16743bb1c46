-- The contract's term for an overpayment that was moved to another policy is transferred (OverpaymentStatus,
-- ReviewMove).
alter table overpayment_items drop constraint overpayment_items_state_check;
update overpayment_items set state = 'transferred' where state = 'moved';
alter table overpayment_items
  add constraint overpayment_items_state_check check (state in ('open', 'refunded', 'transferred', 'keptAsCredit', 'spent'));
