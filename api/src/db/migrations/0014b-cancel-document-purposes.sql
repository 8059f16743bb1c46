-- Purpose of each document of a cancel reason. Reasons 01, 02 and 12 require their document before the request can be
-- sent (CAN-11), types 8 and 12 are signed, and all other documents are optional.
alter table cancel_reason_documents
  add purpose text not null default 'optionalUpload' check (purpose in ('sign', 'requiredUpload', 'optionalUpload'));

update cancel_reason_documents set purpose = 'requiredUpload' where (reason_code, doc_type_id) in (('01', 9), ('02', 10), ('12', 17));
update cancel_reason_documents set purpose = 'sign' where doc_type_id in (8, 12);

-- A request that the insured must sign needs a document to sign: type 12 with a flat refund, otherwise type 8.
insert into cancel_reason_documents (reason_code, doc_type_id, purpose)
select reason_code, case when refund_premium = 'full' then 12 else 8 end, 'sign'
from cancel_reasons where requires_insured_signature
on conflict do nothing;
