-- What each document of a cancel reason is for: 01, 02 and 12 cannot be sent without their paper (spec 2 §9), the
-- documents to sign are 8 and 12, and other papers help the underwriter but stop nobody.
alter table cancel_reason_documents
  add purpose text not null default 'optionalUpload' check (purpose in ('sign', 'requiredUpload', 'optionalUpload'));

update cancel_reason_documents set purpose = 'requiredUpload' where (reason_code, doc_type_id) in (('01', 9), ('02', 10), ('12', 17));
update cancel_reason_documents set purpose = 'sign' where doc_type_id in (8, 12);

-- A request that the insured has to sign needs something to sign: the flat one where the policy is as if never issued.
insert into cancel_reason_documents (reason_code, doc_type_id, purpose)
select reason_code, case when refund_premium = 'full' then 12 else 8 end, 'sign'
from cancel_reasons where requires_insured_signature
on conflict do nothing;
