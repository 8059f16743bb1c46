-- The domain notes (5) have no row for South Carolina: whether the fee is in the base is inferred, and the row says so.
update tax_rates set source = 'SC broker''s premium tax; inferred: the policy fee is in the base' where state = 'SC' and charge = 'surplusTax';
