-- Coverage values that the transaction itself sets from its effective date on (PRI-2). Later transactions keep the
-- values that they set. Null for earlier transactions: the values are then the limits that differ from the previous
-- transaction.
alter table policy_transactions add column sets jsonb;
