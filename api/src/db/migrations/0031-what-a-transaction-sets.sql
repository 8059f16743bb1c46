-- What a transaction itself sets of the cover, from its effective day on (decision 93): an endorsement out of sequence is
-- applied where it belongs, and later ones keep what they set. Null where it was not kept: then it follows from the limits
-- that differ from the transaction before it.
alter table policy_transactions add column sets jsonb;
