-- Document types that staff can upload only to a cancelled policy, for its reinstatement (DEL-21).
alter table document_types add for_reinstatement boolean not null default false;
insert into document_types (doc_type_id, name, for_reinstatement) values (22, 'No-Loss Statement', true);
