-- Stored events use the ids of the contract's responses: `paymentId` is PAY-…, and `policyPaymentId` is the payment's
-- UUID (API-10).
update events e
  set data = e.data || jsonb_build_object('paymentId', y.payment_id, 'policyPaymentId', y.policy_payment_id)
  from payments y
  where (e.type like 'payment.%' or e.type = 'overpayment.opened') and not e.data ? 'policyPaymentId'
    and y.policy_payment_id::text = e.data ->> 'paymentId';
update events
  set data = data - 'transactionId' || jsonb_build_object('policyTransactionId', data -> 'transactionId')
  where type = 'policy.endorsed' and data ? 'transactionId';
update events
  set data = data - 'documentId' || jsonb_build_object('policyDocVerId', data -> 'documentId')
  where type = 'document.added' and data ? 'documentId';
update events
  set data = data - 'claimId' || jsonb_build_object('claimID', data -> 'claimId')
  where type in ('claim.created', 'claim.updated') and data ? 'claimId';
update events
  set data = data - 'importJobId' || jsonb_build_object('jobId', data -> 'importJobId')
  where type = 'import.finished' and data ? 'importJobId';
