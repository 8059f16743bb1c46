-- Lienholders when the document was issued, because its file is generated when it is first opened. Null if the policy's
-- lienholders have not changed since.
alter table policy_doc_versions add column lienholders jsonb check (jsonb_typeof(lienholders) = 'array');
