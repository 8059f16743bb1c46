-- No source states whether South Carolina taxes the policy fee, so the row says that this is inferred (TAX-1).
update tax_rates set source = 'SC broker''s premium tax; inferred: the policy fee is in the base' where state = 'SC' and charge = 'surplusTax';
