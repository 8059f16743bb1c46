-- One row per cancel reason (CAN-1). The NFIP renumbered its codes: reason_code keeps the documented code, and
-- nfip_code is the current NFIP code.
insert into cancel_reasons (reason_code, reason_name, nfip_code, allowed_roles, refund_premium, refund_policy_fee,
  refund_taxes, refund_surcharges, effective_from, effective_date_required, effective_date_label, latest,
  requires_insured_signature, automatic_review, source) values
  ('01', 'Building Sold', '01', '{internal,agent,insured}', 'proRata', 'none', 'withPremium', 'none', 'documentedDate', true, 'Date of sale', 'expirationDate', true, false, 'decision 18; NFIP 01'),
  ('02', 'Contents Sold', '02', '{internal,agent,insured}', 'proRata', 'none', 'withPremium', 'none', 'documentedDate', true, 'Date of sale', 'expirationDate', true, false, 'decision 18; NFIP 02'),
  ('03', 'Expiration With Other Coverages', '03', '{internal,agent,insured}', 'proRata', 'none', 'withPremium', 'none', 'documentedDate', true, 'Effective date of the other coverage', 'expirationDate', true, false, 'decision 18; NFIP 03'),
  ('04', 'Duplicate Policy', '04', '{internal,agent}', 'full', 'full', 'full', 'full', 'inceptionDate', false, null, 'inceptionDate', true, false, 'decision 18; NFIP 04'),
  ('05', 'Nonpayment', '05', '{internal}', 'proRataToPaidDate', 'none', 'withPremium', 'none', 'paidToDate', false, null, 'expirationDate', false, true, 'decision 18; NFIP 05'),
  ('06', 'Not Eligible For Coverage', '06', '{internal}', 'full', 'full', 'full', 'full', 'inceptionDate', false, null, 'inceptionDate', false, true, 'decision 18; NFIP 06'),
  ('07', 'Property Closing Did Not Occur', '07', '{internal,agent}', 'full', 'full', 'full', 'full', 'inceptionDate', false, null, 'inceptionDate', true, false, 'decision 18; NFIP 07'),
  ('08', 'No Longer in Flood Map', '28', '{internal,agent,insured}', 'proRata', 'none', 'withPremium', 'none', 'receiptDate', false, null, 'expirationDate', true, false, 'decision 18; NFIP 28'),
  ('09', 'No Longer in SFHA', '28', '{internal,agent,insured}', 'proRata', 'none', 'withPremium', 'none', 'receiptDate', false, null, 'expirationDate', true, false, 'decision 18; NFIP 28'),
  ('10', 'Condo or Association Converting to RCBAP', '10', '{internal,agent}', 'proRata', 'none', 'withPremium', 'none', 'documentedDate', true, 'Effective date of the RCBAP', 'expirationDate', true, false, 'decision 18; NFIP 10'),
  ('12', 'Mortgage Paid Off', '28', '{internal,agent,insured}', 'proRata', 'none', 'withPremium', 'none', 'receiptDate', false, null, 'expirationDate', true, false, 'decision 18; NFIP 28'),
  ('13', 'Cancel Prior to Effective Date', '13', '{internal,agent,insured}', 'full', 'full', 'full', 'full', 'inceptionDate', false, null, 'inceptionDate', true, true, 'decision 18; NFIP 13'),
  ('15', 'No Longer in FEMA SFHA Review', '28', '{internal,agent}', 'proRata', 'none', 'withPremium', 'none', 'receiptDate', false, null, 'expirationDate', true, false, 'decision 18; NFIP 28'),
  ('19', 'No Longer in SFHA by LOMA', '28', '{internal,agent}', 'proRata', 'none', 'withPremium', 'none', 'receiptDate', false, null, 'expirationDate', true, false, 'decision 18; NFIP 28'),
  ('21', 'Continuous Lake Flooding', '21', '{internal}', 'none', 'none', 'none', 'none', 'receiptDate', false, null, 'expirationDate', false, true, 'decision 18; NFIP 21'),
  ('22', 'Misrating', '22', '{internal}', 'full', 'full', 'full', 'full', 'inceptionDate', false, null, 'inceptionDate', false, false, 'decision 18; NFIP 22'),
  ('23', 'Fraud or Material Misrepresentation', '23', '{internal}', 'none', 'none', 'none', 'none', 'receiptDate', false, null, 'expirationDate', false, true, 'decision 18; NFIP 23'),
  ('24', 'Map Revision/LOMA/LODR', '28', '{internal,agent}', 'proRata', 'none', 'withPremium', 'none', 'receiptDate', false, null, 'expirationDate', true, false, 'decision 18; NFIP 28'),
  ('30', 'FHA/VA', '28', '{internal,agent}', 'proRata', 'none', 'withPremium', 'none', 'receiptDate', false, null, 'expirationDate', true, false, 'decision 18; NFIP 28'),
  ('33', 'Insured Request', null, '{internal,agent}', 'proRataOrMinimumEarned', 'none', 'withPremium', 'none', 'receiptDate', false, null, 'expirationDate', true, false, 'decision 18'),
  ('34', 'Insured Requested', null, '{internal,agent,insured}', 'proRataOrMinimumEarned', 'none', 'withPremium', 'none', 'receiptDate', false, null, 'expirationDate', true, false, 'decision 18'),
  ('40', 'Open Claims', null, '{internal}', 'none', 'none', 'none', 'none', 'expirationDate', false, null, 'expirationDate', false, false, 'decision 18'),
  ('41', 'Manual NonRenewal', null, '{internal}', 'none', 'none', 'none', 'none', 'expirationDate', false, null, 'expirationDate', false, false, 'decision 18'),
  ('99', 'Non-Renewal', null, '{internal}', 'none', 'none', 'none', 'none', 'expirationDate', false, null, 'expirationDate', false, false, 'spec 2 §9');
update cancel_reasons set refund_goes_first_to_new_policy = true where reason_code = '22';
-- Non-renewal is sent as reason 99, which users cannot select in the cancellation form (REN-3).
update cancel_reasons set is_selectable = false where reason_code = '99';
-- A documented date can be at most 30 days in the past, like the inception date of a rewrite with immediate closing
-- (REW-2).
update cancel_reasons set earliest_days_from_today = -30 where effective_date_required;

-- Reasons 01, 02 and 12 require their document before the request can be signed (CAN-11).
insert into cancel_reason_documents values
  ('01', 9), ('02', 10), ('12', 17), ('03', 17), ('10', 17), ('13', 12), ('07', 12), ('04', 17),
  ('08', 17), ('09', 17), ('15', 17), ('19', 17), ('24', 17), ('33', 8), ('34', 8);

insert into transaction_types (transaction_type, name, kind) values
  ('NB', 'New Business', 'newBusiness'),
  ('EB', 'Endorsement', 'endorsement'),
  ('EBM', 'Mandatory Endorsement', 'endorsement'),
  ('EBR', 'Endorsement Reversal', 'endorsement'),
  ('EBO', 'Out of Sequence Endorsement', 'endorsement'),
  ('MA', 'Manual Adjustment', 'adjustment'),
  ('RN', 'Renewal', 'renewal'),
  ('RI', 'Reinstatement', 'reinstatement'),
  ('CN', 'Cancel', 'cancel');
insert into transaction_types (transaction_type, name, kind, reason_code)
  select 'C' || reason_code, 'Cancel / ' || reason_name, 'cancel', reason_code from cancel_reasons
  union all
  select 'P' || reason_code, 'Pending Cancel / ' || reason_name, 'pendingCancel', reason_code from cancel_reasons;
