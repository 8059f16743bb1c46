-- Return premium of an endorsement reduces the remaining installments of a monthly plan, even to zero (BIL-15).
alter table obligations drop constraint obligations_amount;
alter table obligations add constraint obligations_amount check (amount_cents >= 0 and open_cents >= 0 and written_off_cents >= 0
  and open_cents + written_off_cents <= amount_cents);
