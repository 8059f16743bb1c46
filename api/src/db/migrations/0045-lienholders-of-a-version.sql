-- A paper names the lienholders as they stood when it was issued, whenever somebody opens it first. Its file is made then, and the
-- lienholders may have changed; null: they have not since, and are those of the policy.
alter table policy_doc_versions add column lienholders jsonb check (jsonb_typeof(lienholders) = 'array');
