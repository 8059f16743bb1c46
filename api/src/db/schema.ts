// biome-ignore-all format: generated file
// Generated from the migrations by generate-types.ts. Do not edit: add a migration and run "pnpm migrate:types".
import type { ColumnType, GeneratedAlways } from 'kysely'

/** A column with a default. It can be omitted from an insert. */
export type Generated<T> =
  T extends ColumnType<infer Select, infer Insert, infer Update> ? ColumnType<Select, Insert | undefined, Update> : ColumnType<T, T | undefined, T>
export type Timestamp = ColumnType<Date, Date | string, Date | string>
/** A jsonb column: read as a value, written as JSON text. */
// biome-ignore lint/suspicious/noExplicitAny: the area that owns the table defines the format
export type Json = ColumnType<any, string, string>

export interface AccountPreference {
  account_id: string
  name: string
  value: Json
}

export interface Account {
  account_id: Generated<string>
  kind: 'agent' | 'staff'
  email: string
  password_hash: string | null
  first_name: Generated<string>
  last_name: Generated<string>
  phone: string | null
  company: string | null
  roles: Generated<string[]>
  agency_id: string | null
  suppress_promotion_view: Generated<boolean>
  is_active: Generated<boolean>
  password_changed_at: Timestamp | null
  last_login_at: Timestamp | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
}

export interface Address {
  address_id: string
  version: Generated<number>
  addr1: string
  addr2: string | null
  city: string
  state: string
  zip: string
  county: string | null
  county_fips: string | null
  lat: number | null
  lng: number | null
  polygon: string | null
  census_block: string | null
  created_at: Generated<Timestamp>
}

export interface Agency {
  agency_id: Generated<string>
  agency_no: string
  agency_data_id: Generated<string>
  path: Generated<string[]>
  agent_parent_id: string | null
  type: Generated<'retail' | 'wholesale' | 'carrier' | 'direct'>
  status: Generated<'A' | 'P' | 'I' | 'T'>
  company: string
  addr1: string | null
  addr2: string | null
  city: string | null
  state: string | null
  zip: string | null
  phone: string | null
  fax: string | null
  email: string | null
  notes: string | null
  mailing_addr1: string | null
  mailing_addr2: string | null
  mailing_city: string | null
  mailing_state: string | null
  mailing_zip: string | null
  primary_contact_id: string | null
  bank_remote_reference: string | null
  bank_name: string | null
  bank_addr1: string | null
  bank_addr2: string | null
  bank_city: string | null
  bank_state: string | null
  bank_zip: string | null
  bank_phone: string | null
  bank_contact: string | null
  bank_email: string | null
  bank_notes: string | null
  bank_routing_no: string | null
  eo_insurer: string | null
  eo_policy_number: string | null
  eo_limit_cents: Generated<number>
  eo_expiration: string | null
  created_at: Generated<Timestamp>
  created_by_user_id: string | null
  updated_at: Generated<Timestamp>
  updated_by_user_id: string | null
  tax_id_sealed: string | null
  bank_account_sealed: string | null
}

export interface AgencyContact {
  contact_id: Generated<string>
  agency_id: string
  first_name: string
  last_name: string
  email: string | null
  phone: string | null
  title: string | null
  created_at: Generated<Timestamp>
}

export interface AgencyDocument {
  agency_document_id: Generated<string>
  agency_id: string
  file_id: string
  name: string
  created_by: string | null
  created_at: Generated<Timestamp>
  content_type: string
  doc_type_id: Generated<number>
  created_by_user_name: Generated<string>
  is_signed: Generated<boolean>
}

export interface AgencyLicense {
  license_id: Generated<string>
  agency_id: string
  state: string
  license_no: string
  type: Generated<'agency' | 'producer' | 'surplusLines'>
  effective_date: string
  expiration: string
  created_at: Generated<Timestamp>
}

export interface ApiKey {
  key_id: Generated<string>
  account_id: string
  name: string
  mode: 'test' | 'live'
  prefix: string
  secret_hash: Buffer
  scopes: string[]
  created_at: Timestamp
  created_by: string
  expires_at: Timestamp
  last_used_at: Timestamp | null
  revoked_at: Timestamp | null
  replaced_key_id: string | null
}

export interface Approval {
  approval_id: Generated<string>
  kind: 'setting' | 'account' | 'bankAccount' | 'delinquencyPlan' | 'noticePeriod'
  entity_id: string
  changes: Json
  payload_sealed: string
  required_role: 'superuser' | 'internal'
  requested_by: string
  requested_by_name: string
  requested_at: Timestamp
  expires_at: Timestamp
  affected_account_id: string | null
  decision: 'approved' | 'declined' | 'expired' | null
  decided_by: string | null
  decided_by_name: string | null
  decided_at: Timestamp | null
}

export interface AuditLog {
  audit_id: GeneratedAlways<number>
  occurred_at: Generated<Timestamp>
  actor_kind: 'agent' | 'insured' | 'staff' | 'job' | 'webhook' | 'anonymous'
  actor_id: string | null
  actor_name: Generated<string>
  action: string
  entity: string
  entity_id: string
  policy_id: string | null
  request_id: string | null
  ip: string | null
  details: Generated<Json>
}

export interface AutoPayAnnouncement {
  auto_pay_announcement_id: Generated<string>
  auto_pay_consent_id: string
  charge_date: string
  amount_cents: number
  announced_on: string
  created_at: Generated<Timestamp>
}

export interface AutoPayChargePart {
  policy_payment_id: string
  obligation_id: string
  amount_cents: number
}

export interface AutoPayCharge {
  policy_payment_id: string
  auto_pay_consent_id: string
  charge_date: string
}

export interface AutoPayConsent {
  auto_pay_consent_id: Generated<string>
  policy_id: string
  payment_method_id: string
  terms_version: string
  terms: string
  given_at: Timestamp
  given_by_kind: 'insured' | 'agent' | 'staff'
  given_by_id: string | null
  given_by_name: string
  identified_by: 'mailbox' | 'code' | null
  ip: string
  user_agent: string
  starts_on: string
  shown_cents: number
  ended_at: Timestamp | null
  end_reason: 'withdrawn' | 'replaced' | 'methodRemoved' | 'declined' | 'disputed' | 'cancelled' | 'rewritten' | 'expired' | null
  ended_by_name: string | null
}

export interface AutomaticCharge {
  policy_id: string
  due_date: string
  policy_payment_id: string
  created_at: Generated<Timestamp>
}

export interface BulkJobItem {
  bulk_job_id: string
  item_no: number
  policy_no: string
  state: Generated<'queued' | 'done' | 'failed' | 'cancelled'>
  reason: string | null
  code: string | null
  finished_at: Timestamp | null
}

export interface BulkJob {
  bulk_job_id: Generated<string>
  action: 'resendLink' | 'finalizeCancel' | 'nonRenew' | 'rescindNonRenewal'
  note: string | null
  requested_by: string
  undoes_job_id: string | null
  state: Generated<'queued' | 'running' | 'done' | 'failed' | 'cancelled'>
  total_items: number
  done_items: Generated<number>
  failed_items: Generated<number>
  error: string | null
  created_at: Generated<Timestamp>
  finished_at: Timestamp | null
}

export interface CancelReasonDocument {
  reason_code: string
  doc_type_id: number
  purpose: Generated<'sign' | 'requiredUpload' | 'optionalUpload'>
}

export interface CancelReason {
  reason_code: string
  reason_name: string
  description: Generated<string>
  nfip_code: string | null
  allowed_roles: Generated<string[]>
  refund_premium: 'full' | 'proRata' | 'proRataOrMinimumEarned' | 'proRataToPaidDate' | 'none'
  refund_policy_fee: 'full' | 'none'
  refund_taxes: 'full' | 'withPremium' | 'none'
  refund_surcharges: 'full' | 'none'
  refund_applies_to_new_policy_first: Generated<boolean>
  effective_date_basis: 'documentedDate' | 'receiptDate' | 'inceptionDate' | 'paidToDate' | 'expirationDate'
  effective_date_required: Generated<boolean>
  effective_date_label: string | null
  min_days_from_today: number | null
  latest_effective_date: Generated<'expirationDate' | 'inceptionDate' | 'today'>
  requires_insured_signature: Generated<boolean>
  automatic_review: Generated<boolean>
  is_selectable: Generated<boolean>
  source: string
}

export interface CancellationNoticeObligation {
  cancellation_notice_id: string
  obligation_id: string
  demanded_cents: number
}

export interface CancellationNotice {
  cancellation_notice_id: Generated<string>
  policy_id: string
  reason: 'pastDue' | 'notTaken'
  is_flat: boolean
  amount_cents: number
  notice_days: number
  effective_date: string
  state: Generated<'open' | 'onHold' | 'rescinded' | 'completed' | 'closed'>
  hold_reason: 'processing' | 'disputed' | 'moratorium' | 'claim' | null
  last_held_on: string | null
  created_at: Generated<Timestamp>
  closed_at: Timestamp | null
}

export interface CardFee {
  card_brand: Generated<string>
  card_country: Generated<string>
  rate_basis_points: number
  fixed_cents: number
  effective_from: Generated<string>
}

export interface ClaimDocument {
  claim_document_id: Generated<string>
  claim_id: string
  file_id: string
  file_name: string
  created_by_user_name: Generated<string>
  created_at: Generated<Timestamp>
  deleted_at: Timestamp | null
  document_type: Generated<'photo' | 'proofOfLoss' | 'estimate' | 'invoice' | 'report' | 'letter' | 'other'>
  created_by_agency_no: string | null
  content_type: string
  uploaded_by_identity_id: string | null
  has_location: Generated<boolean>
}

export interface ClaimHoldRelease {
  policy_id: string
  released_at: Timestamp
  released_by_name: string
  reason: string
}

export interface ClaimNote {
  claim_note_id: Generated<string>
  claim_id: string
  note: string
  created_by_user_id: string | null
  created_by_user_name: Generated<string>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  deleted_at: Timestamp | null
  created_by_agency_no: string | null
}

export interface Claim {
  claim_id: Generated<string>
  claim_number: string
  policy_id: string
  status: Generated<'Open' | 'In Review' | 'Approved' | 'Paid' | 'Denied' | 'Closed'>
  notice_date: string
  date_of_loss: string
  cause: Generated<'flood' | 'stormSurge' | 'overflow' | 'mudflow' | 'sewerBackup' | 'other'>
  description: Generated<string>
  adjuster_name: string | null
  adjuster_email: string | null
  adjuster_phone: string | null
  extension: string | null
  contact_name: string | null
  contact_email: string | null
  contact_phone: string | null
  reserve_cents: Generated<number>
  paid_cents: Generated<number>
  created_by_user_id: string | null
  created_by_user_name: Generated<string>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  contact_note: string | null
  reported_by_identity_id: string | null
}

export interface CommissionAdjustment {
  adjustment_id: Generated<string>
  statement_id: string
  description: string
  adjustment_cents: number
  private_notes: Generated<string>
  created_by: string | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  carried_from_statement_id: string | null
}

export interface CommissionChain {
  policy_transaction_id: string
  agency_ids: string[]
}

export interface CommissionLine {
  commission_line_id: Generated<string>
  statement_id: string
  policy_id: string
  policy_transaction_id: string
  kind: 'commission' | 'override'
  premium_cents: number
  rate_basis_points: number
  amount_cents: number
  created_at: Generated<Timestamp>
}

export interface CommissionOverride {
  commission_override_id: Generated<string>
  agency_id: string
  parent_agency_id: string
  product_id: number | null
  rate_basis_points: number
  effective_from: Generated<string>
  effective_to: string | null
  created_by: Generated<string | null>
  created_at: Generated<Timestamp>
}

export interface CommissionRate {
  commission_rate_id: Generated<string>
  agency_id: string | null
  product_id: number
  is_renewal: boolean
  rate_basis_points: number
  effective_from: Generated<string>
}

export interface CommissionRunPart {
  run_id: string
  first_policy_id: string
  next_policy_id: string | null
  policy_count: number
  is_done: Generated<boolean>
}

export interface CommissionRun {
  run_id: Generated<string>
  month: string
  is_closing: boolean
  state: Generated<'queued' | 'running' | 'done' | 'failed'>
  error: string | null
  created_by: string | null
  created_at: Generated<Timestamp>
  finished_at: Timestamp | null
}

export interface CommissionStatement {
  statement_id: Generated<string>
  agency_id: string
  month: string
  state: Generated<'open' | 'closed' | 'paid' | 'carried'>
  total_cents: Generated<number>
  closed_at: Timestamp | null
  created_at: Generated<Timestamp>
  paid_on: string | null
  paid_reference: string | null
  payout_note: string | null
}

export interface County {
  county_fips: string
  name: string
  state: string
}

export interface DailyDigest {
  account_id: string
  last_digest_date: string
}

export interface DefaultRow {
  table_name: string
  rows: Json
}

export interface DelinquencyPlan {
  delinquency_plan_id: Generated<string>
  version: number
  state: Generated<'draft' | 'active' | 'replaced'>
  invoice_days_before: Generated<number>
  renewal_invoice_days_before: Generated<number>
  reminder_days_before: Generated<number>
  past_due_notice_days_after: Generated<number>
  term_cancellation_days_after: Generated<number>
  other_cancellation_days_after: Generated<number>
  default_notice_days: Generated<number>
  min_endorsement_cents: Generated<number>
  activated_at: Timestamp | null
  created_at: Generated<Timestamp>
  paused_at: Timestamp | null
  resumed_at: Timestamp | null
  daily_notice_cap: Generated<number>
  print_days: Generated<number>
  created_by_name: string | null
  product_id: number | null
  agency_steps: Generated<string[]>
}

export interface DelinquencyStep {
  obligation_id: string
  step: 'invoice' | 'reminder' | 'pastDueNotice' | 'cancellationNotice'
  due_date: string
  outcome: 'done' | 'skipped'
  reason: 'noEmail' | 'autoPay' | null
  taken_on: string
  created_at: Generated<Timestamp>
}

export interface Dispute {
  dispute_id: string
  policy_payment_id: string
  amount_cents: number
  reason: string
  state: 'inquiry' | 'needsResponse' | 'underReview' | 'won' | 'lost' | 'closed'
  evidence_due_at: Timestamp | null
  opened_at: Timestamp
  updated_at: Generated<Timestamp>
}

export interface DocumentType {
  doc_type_id: number
  name: string
  new_york_only: Generated<boolean>
  for_reinstatement: Generated<boolean>
}

export interface EmailMessage {
  email_message_id: Generated<string>
  policy_id: string | null
  to_email: string
  to_name: string | null
  subject: string
  html: string
  text: string
  template: string
  template_version: Generated<number>
  status: Generated<'queued' | 'sent' | 'failed'>
  attempts: Generated<number>
  provider_message_id: string | null
  error: string | null
  created_at: Generated<Timestamp>
  sent_at: Timestamp | null
}

export interface EmailTemplate {
  template: string
  version: number
  subject: string
  source: string
  is_active: Generated<boolean>
  created_by: string | null
  created_at: Generated<Timestamp>
  preview: Generated<string>
}

export interface Event {
  event_no: GeneratedAlways<number>
  event_id: Generated<string>
  type: string
  occurred_at: Timestamp
  agency_id: string | null
  policy_id: string | null
  data: Json
  position: number | null
}

export interface File {
  file_id: Generated<string>
  sha256: string
  size_bytes: number
  storage_key: string
  created_at: Generated<Timestamp>
}

export interface FormerAgencyName {
  agency_id: string
  used_until: Timestamp
  company: string
}

export interface IdempotencyKey {
  key: string
  actor: string
  request_hash: string
  operation: string
  status: number | null
  response: Json | null
  locked_at: Generated<Timestamp>
  completed_at: Timestamp | null
  expires_at: Generated<Timestamp>
  committed_at: Timestamp | null
}

export interface ImportItem {
  import_item_id: Generated<string>
  import_job_id: string
  row_no: number
  input: Json
  state: Generated<'queued' | 'done' | 'failed' | 'cancelled'>
  reason: string | null
  policy_id: string | null
  finished_at: Timestamp | null
}

export interface ImportJob {
  import_job_id: Generated<string>
  file_id: string | null
  file_name: string
  state: Generated<'queued' | 'running' | 'done' | 'failed' | 'cancelled'>
  notification_email: string | null
  total_items: Generated<number>
  done_items: Generated<number>
  failed_items: Generated<number>
  created_by: string | null
  created_at: Generated<Timestamp>
  finished_at: Timestamp | null
  created_by_account_id: string | null
  error: string | null
}

export interface InsuredEmailChange {
  insured_email_change_id: GeneratedAlways<number>
  identity_id: string
  previous_email: string
  new_email: string
  trusted_email: string
  changed_at: Timestamp
  changed_by_account_id: string | null
  changed_by_name: string
  confirmed_at: Timestamp | null
  confirmed_via: 'phone' | 'oldAddress' | null
  confirmed_by_account_id: string | null
  confirmed_by_name: string | null
  confirmation_reason: string | null
  confirmation_reference: string | null
  canceled_at: Timestamp | null
}

export interface InvoiceItem {
  invoice_item_id: Generated<string>
  invoice_id: string
  charge: string
  description: string
  amount_cents: number
  position: Generated<number>
}

export interface InvoicePayment {
  invoice_id: string
  policy_payment_id: string
  amount_cents: number
  created_at: Generated<Timestamp>
}

export interface Invoice {
  invoice_id: Generated<string>
  policy_id: string
  policy_transaction_id: string | null
  gross_premium_cents: Generated<number>
  policy_fee_cents: Generated<number>
  taxes_cents: Generated<number>
  surcharges_cents: Generated<number>
  total_premium_cents: number
  billed_to: Generated<'insured' | 'coapplicant' | 'lienholder'>
  due_date: string
  created_by_user_id: string | null
  created_at: Generated<Timestamp>
  updated_by_user_id: string | null
  updated_at: Generated<Timestamp>
}

export interface JobCrash {
  job_id: number
  crash_count: number
  last_crashed_at: Timestamp
}

export interface JournalEntry {
  entry_id: Generated<string>
  business_key: string
  kind: 'invoice' | 'paymentProcessing' | 'paymentSettled' | 'paymentFailed' | 'refund' | 'refundPaid' | 'transfer' | 'suspense' | 'adjustment'
  description: Generated<string>
  occurred_at: Generated<Timestamp>
  created_by: string | null
  created_at: Generated<Timestamp>
}

export interface Lead {
  lead_id: Generated<string>
  agency_id: string
  widget_name: string
  source: Generated<string>
  address: string
  name: string
  email: string
  phone: string | null
  created_at: Timestamp
}

export interface LedgerAccount {
  account_code: string
  name: string
  kind: 'asset' | 'liability' | 'income'
  per_policy: Generated<boolean>
}

export interface LetterExport {
  letter_export_id: Generated<string>
  export_no: GeneratedAlways<number>
  created_by_name: string
  created_at: Timestamp
}

export interface Lienholder {
  lienholder_id: Generated<string>
  policy_id: string
  position: Generated<number>
  name1: string
  name2: string | null
  mortgage_clause: string | null
  addr1: string | null
  addr2: string | null
  city: string | null
  state: string | null
  zip: string | null
  reference: string | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
}

export interface LinkToken {
  jti: Generated<string>
  kind: 'deeplink' | 'agent' | 'handoff' | 'reset'
  account_id: string | null
  identity_id: string | null
  policy_no: string | null
  payload: Generated<Json>
  created_at: Generated<Timestamp>
  expires_at: Timestamp
  redeemed_at: Timestamp | null
  failed_attempts: Generated<number>
  emailed_to: string | null
  created_by_session_id: string | null
  agency_id: string | null
}

export interface LockboxAddress {
  lockbox_address_id: Generated<string>
  product_id: number | null
  state: string | null
  lbx_name: string
  lbx_address1: string
  lbx_address2: string | null
  lbx_city: string
  lbx_state: string
  lbx_zip: string
  lbx_courier_address1: string | null
  lbx_courier_address2: string | null
  lbx_courier_city: string | null
  lbx_courier_state: string | null
  lbx_courier_zip: string | null
  deposit_to_account_ref: string
}

export interface LockboxFile {
  lockbox_file_id: Generated<string>
  file_id: string | null
  file_name: string
  format: 'bai' | 'csv'
  sha256: string
  item_count: number
  total_cents: number
  created_by: string | null
  created_at: Generated<Timestamp>
  bank: Generated<string>
  applied_count: Generated<number>
  duplicate_count: Generated<number>
  flagged_count: Generated<number>
}

export interface LockboxItem {
  lockbox_item_id: Generated<string>
  lockbox_file_id: string
  lockbox_no: string
  deposit_date: string
  batch_no: string
  item_no: string
  amount_cents: number
  check_no: string | null
  remitter_name: string | null
  reference: string | null
  state: Generated<'open' | 'applied' | 'reversed' | 'returned' | 'bounced'>
  notes: string | null
  updated_by: string | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  attention: string | null
  proposed_parts: Json | null
  proposed_by: string | null
  proposed_by_name: string | null
  proposed_at: Timestamp | null
  reopen_count: Generated<number>
  reversed_by: string | null
}

export interface LockboxPart {
  policy_payment_id: string
  lockbox_item_id: string
}

export interface LoginAttempt {
  email: string
  network: string
  attempts: number
  total_attempts: number
  first_attempt_at: Timestamp
  last_attempt_at: Timestamp
}

export interface MoratoriumEvent {
  moratorium_event_id: Generated<string>
  name: string
  kind: 'bind' | 'regulatory'
  peril: Generated<string>
  reason: Generated<string>
  start_date: string
  stop_date: string | null
  product_ids: Generated<number[]>
  actions: Generated<string[]>
  created_by: string | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  planned_stop_date: string | null
  withdrawn_at: Timestamp | null
}

export interface MoratoriumLocation {
  moratorium_event_id: string
  county_fips: string
  start_date: string
  stop_date: string | null
}

export interface MoratoriumRejection {
  moratorium_rejection_id: Generated<string>
  moratorium_event_id: string
  policy_id: string | null
  action: string
  requested_by_name: string | null
  created_at: Generated<Timestamp>
  county_fips: string | null
}

export interface MortgageeChangeProof {
  mortgagee_change_proof_id: Generated<string>
  mortgagee_change_id: string
  position: number
  file_id: string
  file_name: string
}

export interface MortgageeChange {
  mortgagee_change_id: Generated<string>
  policy_id: string
  requested_by_identity_id: string
  requested_by_email: string
  kind: 'add' | 'replace' | 'remove'
  status: Generated<'open' | 'approved' | 'rejected' | 'withdrawn' | 'superseded' | 'policyEnded'>
  lienholder_id: string | null
  lienholders_before: Json
  lienholders_after: Json
  proof_type: 'lenderLetter' | 'closingDisclosure' | 'payoffLetter' | 'other'
  note: string | null
  created_at: Timestamp
  due_on: string
  decided_at: Timestamp | null
  decided_by_account_id: string | null
  decided_by_name: string | null
  reason: string | null
  policy_transaction_id: string | null
}

export interface NoticePeriod {
  state: string
  product_id: number | null
  reason: 'pastDue' | 'notTaken'
  notice_days: number
  is_flat_allowed: Generated<boolean>
  source: string
  notice_period_id: Generated<string>
  updated_at: Timestamp | null
  updated_by_name: string | null
}

export interface Notice {
  notice_id: Generated<string>
  policy_id: string
  kind: string
  recipient: 'insured' | 'coapplicant' | 'lienholder' | 'agent'
  recipient_name: Generated<string>
  recipient_address: string | null
  method: 'mail' | 'email'
  document_id: string | null
  email_message_id: string | null
  due_date: string | null
  sent_at: Timestamp | null
  created_at: Generated<Timestamp>
  letter: Json
}

export interface Obligation {
  obligation_id: Generated<string>
  policy_id: string
  invoice_id: string | null
  obligation_no: number
  installment_no: number
  purpose: 'newBusiness' | 'renewal' | 'rewrite' | 'installment' | 'endorsement' | 'reinstatement' | 'returnedPayment' | 'adjustment'
  payer: Generated<'policyholder' | 'lienholder' | 'agency'>
  due_date: string
  invoiced_due_date: string
  amount_cents: number
  open_cents: number
  written_off_cents: Generated<number>
}

export interface OcrRecord {
  policy_doc_ver_id: string
  invalid_reason: string | null
  scanned_address: string | null
  elevation_based_on: string | null
  c2a: number | null
  c2e: number | null
  datum: string | null
  for_code: string | null
  created_at: Generated<Timestamp>
  verification_status: 6 | 8 | null
  verified_at: Timestamp | null
  verified_by_user_name: string | null
  is_read: Generated<boolean>
}

export interface OverpaymentItem {
  overpayment_item_id: Generated<string>
  policy_payment_id: string
  policy_id: string
  amount_cents: number
  state: Generated<'open' | 'refunded' | 'transferred' | 'keptAsCredit' | 'spent'>
  decided_by: string | null
  decided_at: Timestamp | null
  created_at: Generated<Timestamp>
}

export interface PaymentMethod {
  payment_method_id: Generated<string>
  identity_id: string
  policy_id: string | null
  stripe_customer_id: string
  stripe_payment_method_id: string
  payment_type: 'card' | 'us_bank_account'
  bank_name: string | null
  card_brand: string | null
  card_country: string | null
  last_four_digits: string | null
  expiration: string | null
  is_default: Generated<boolean>
  opt_in_auto_pay_renewal: Generated<boolean>
  removed_at: Timestamp | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  expiry_notified_at: Timestamp | null
}

export interface PaymentType {
  payment_type_id: number
  name: string
  ledger_account: string
  has_receipt: Generated<boolean>
}

export interface Payment {
  policy_payment_id: Generated<string>
  payment_id: string
  policy_id: string
  payment_type_id: number
  status: 'processing' | 'paid' | 'failed' | 'cancelled' | 'refunded' | 'disputed'
  amount_cents: number
  fee_cents: Generated<number>
  description: Generated<string>
  memo: string | null
  check_no: string | null
  payee_name: string | null
  deposit_date: string | null
  record_type: 'Refund' | 'Transfer' | null
  reverses_payment_id: string | null
  transferred_policy_id: string | null
  stripe_payment_intent_id: string | null
  stripe_charge_id: string | null
  stripe_refund_id: string | null
  payment_method_id: string | null
  failure_code: string | null
  failure_reason: string | null
  settled_at: Timestamp | null
  failed_at: Timestamp | null
  created_by_user_id: string | null
  created_by_user_name: Generated<string>
  created_by_user_type: Generated<1 | 2 | 3>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  is_applied_to_policy: GeneratedAlways<boolean>
  refund_review_id: string | null
  is_unconfirmed: Generated<boolean>
  decline_code: string | null
}

export interface PayoutBatch {
  payout_batch_id: Generated<string>
  batch_no: GeneratedAlways<number>
  state: Generated<'pendingApproval' | 'ready' | 'paid' | 'voided'>
  total_cents: number
  statement_count: number
  created_by: string
  created_by_name: string
  created_at: Generated<Timestamp>
  approved_by: string | null
  approved_by_name: string | null
  approved_at: Timestamp | null
  paid_on: string | null
  paid_reference: string | null
  paid_by_name: string | null
  marked_paid_at: Timestamp | null
  void_reason: string | null
  voided_by_name: string | null
  voided_at: Timestamp | null
  ach_downloaded_at: Timestamp | null
}

export interface PayoutItem {
  payout_batch_id: string
  statement_id: string
  payout_item_id: Generated<string>
  amount_cents: number
  is_current: Generated<boolean>
  returned_at: Timestamp | null
  return_note: string | null
  returned_by_name: string | null
  account_fingerprint: Buffer | null
  earlier_batch_no: number | null
}

export interface Policy {
  policy_id: Generated<string>
  policy_no: string
  sequence: Generated<number>
  product_id: number
  agency_id: string
  agency_no: string
  producer_name: Generated<string>
  quote_number: string | null
  identity_id: string
  first_name: Generated<string>
  last_name: Generated<string>
  insured_name: string
  co_applicant_first_name: string | null
  co_applicant_last_name: string | null
  email: string
  phone: string | null
  address_id: string | null
  address_data_version: number | null
  addr1: string
  addr2: string | null
  city: string
  state: string
  zip: string
  county: string | null
  county_fips: string | null
  census_block: string | null
  address_line: GeneratedAlways<string>
  inception_date: string
  effective_date: string
  expiration_date: string
  payment_interval: Generated<'Annual' | 'Monthly'>
  original_post_date: string
  original_trans_type: Generated<'NB' | 'RN'>
  bound_at: Generated<Timestamp>
  bound_by_account_id: string | null
  is_direct_to_consumer: Generated<boolean>
  has_immediate_closing: Generated<boolean>
  can_change_effective_date: Generated<boolean>
  pending_cancel_at: Timestamp | null
  cancel_reason_code: string | null
  cancel_effective_date: string | null
  cancel_request_id: string | null
  cancelled_at: Timestamp | null
  non_renewed_at: Timestamp | null
  reinstated_at: Timestamp | null
  previous_policy_id: string | null
  next_policy_id: string | null
  gross_premium_cents: Generated<number>
  policy_fee_cents: Generated<number>
  taxes_cents: Generated<number>
  total_premium_cents: Generated<number>
  pending_cancel_gross_premium_cents: number | null
  pending_cancel_total_premium_cents: number | null
  is_signed_by_agent: Generated<boolean>
  is_signed_by_insured: Generated<boolean>
  is_signed: GeneratedAlways<boolean>
  is_paid: Generated<boolean>
  paid_at: Timestamp | null
  last_transaction_type: string | null
  has_paid_claim: Generated<boolean>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  cancel_accepted_at: Timestamp | null
  time_zone: string | null
  payer_names: Generated<string>
  carried_minimum_cents: Generated<number>
  cancel_accepted_by: string | null
}

export interface PolicyBalance {
  policy_id: string
  invoiced_cents: Generated<number>
  received_cents: Generated<number>
  processing_cents: Generated<number>
  refundable_cents: Generated<number>
  due_cents: GeneratedAlways<number>
  has_received_payment: Generated<boolean>
}

export interface PolicyDocSignature {
  policy_doc_signature_id: Generated<string>
  policy_doc_id: string
  policy_id: string
  party: 1 | 2
  kind: Generated<'signature' | 'initials'>
  position: Generated<number>
  doc_text: Generated<string>
  page: Generated<number>
  x: Generated<number>
  y: Generated<number>
  width: Generated<number>
  height: Generated<number>
  signed_by_name: string | null
  signed_by_initials: string | null
  signature_image_id: string | null
  signed_at: Timestamp | null
  signed_by_account_id: string | null
  signed_by_identity_id: string | null
  created_at: Generated<Timestamp>
}

export interface PolicyDocVersion {
  policy_doc_ver_id: Generated<string>
  policy_doc_id: string
  version: Generated<number>
  file_id: string | null
  friendly_name: string | null
  is_upload: Generated<boolean>
  stage: Generated<'issued' | 'partlySigned' | 'signed' | 'uploaded'>
  policy_transaction_id: string | null
  transaction_type: string | null
  invoice_id: string | null
  sha256: string | null
  created_by_user_id: string | null
  created_by_user_name: Generated<string>
  created_at: Generated<Timestamp>
  file_name: string | null
  content_type: string | null
  lienholders: Json | null
}

export interface PolicyDoc {
  policy_doc_id: Generated<string>
  policy_id: string
  doc_type_id: number
  doc_kind: Generated<string>
  doc_name: string
  parties_to_sign: Generated<number[]>
  is_signed: Generated<boolean>
  policy_transaction_id: string | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
}

export interface PolicyNote {
  policy_note_id: Generated<string>
  policy_id: string
  policy_transaction_id: string | null
  type: Generated<'note' | 'callLog'>
  note: string
  is_private: Generated<boolean>
  reason: Generated<string>
  meta: Json | null
  created_by_user_id: string | null
  created_by_user_name: Generated<string>
  created_by_agency_no: string | null
  created_by_user_type: Generated<1 | 2 | 3>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  deleted_at: Timestamp | null
}

export interface PolicyPageChange {
  policy_page_change_id: GeneratedAlways<number>
  delta: -1 | 1
  policy_id: string
  policy_no: string
  insured_name: string
  inception_date: string
  expiration_date: string
  total_premium_cents: number
  agency_no: string
}

export interface PolicyPageMark {
  sort: string
  position: number
  policy_id: string
  policy_no: string | null
  insured_name: string | null
  inception_date: string | null
  expiration_date: string | null
  total_premium_cents: number | null
  agency_no: string | null
}

export interface PolicyPageTotal {
  singleton: Generated<boolean>
  total: Generated<number>
  marked_at: Timestamp | null
}

export interface PolicyTransaction {
  policy_transaction_id: Generated<string>
  policy_id: string
  transaction_type: string
  original_trans_type: string | null
  sequence: Generated<number>
  ba_id: string | null
  post_date: string
  accounting_date: string
  effective_date: string
  inception_date: string
  original_post_date: string | null
  transaction_notes: string | null
  transaction_reason: string | null
  reason_code: string | null
  user_id: string | null
  user_name: Generated<string>
  user_description: string | null
  group_id: string | null
  has_immediate_closing: Generated<boolean>
  agency_id: string
  agency_no: string
  addr1: string | null
  addr2: string | null
  city: string | null
  state: string | null
  zip: string | null
  county: string | null
  county_fips: string | null
  census_block: string | null
  first_name: string | null
  last_name: string | null
  email: string | null
  phone: string | null
  co_applicant_id: string | null
  co_applicant_first_name: string | null
  co_applicant_last_name: string | null
  co_applicant_phone: string | null
  co_applicant_email: string | null
  policy_holder_id: string | null
  mailing_addr1: string | null
  mailing_addr2: string | null
  mailing_city: string | null
  mailing_state: string | null
  mailing_zip: string | null
  mailing_country: string | null
  bill_initially: Generated<string>
  bill_on_renewal: Generated<string>
  delivery_method: Generated<'electronic' | 'print'>
  payment_method: 'credit' | 'ach' | 'check' | 'mortgagee' | null
  flood_zone: string | null
  condo_floor: number | null
  construction_type: string | null
  construction_desc: string | null
  ec_elevation: number | null
  foundation_type: string | null
  foundation_type_desc: string | null
  occupancy_type: string | null
  occupancy_type_desc: string | null
  property_type: string | null
  property_type_desc: string | null
  steps: number | null
  stories: number | null
  year_built: number | null
  prior_claims: string | null
  tiv_cents: number | null
  elevation_diff: number | null
  coverage_a_limit_cents: number | null
  coverage_a_premium_cents: number | null
  coverage_b_limit_cents: number | null
  coverage_b_premium_cents: number | null
  coverage_c_limit_cents: number | null
  coverage_c_premium_cents: number | null
  coverage_d_limit_cents: number | null
  coverage_d_premium_cents: number | null
  coverage_e_limit_cents: number | null
  coverage_e_premium_cents: number | null
  coverage_f_limit_cents: number | null
  coverage_f_premium_cents: number | null
  coverage_g_limit_cents: number | null
  coverage_g_premium_cents: number | null
  coverage_h_limit_cents: number | null
  coverage_h_premium_cents: number | null
  coverage_i_limit_cents: number | null
  coverage_i_premium_cents: number | null
  coverage_j_limit_cents: number | null
  coverage_j_premium_cents: number | null
  coverage_k_limit_cents: number | null
  coverage_k_premium_cents: number | null
  coverage_l_limit_cents: number | null
  coverage_l_premium_cents: number | null
  deductible_cents: number | null
  deductible_adjustment_cents: number | null
  gross_premium_cents: Generated<number>
  policy_fee_cents: Generated<number>
  subtotal_taxes_cents: Generated<number>
  total_premium_cents: Generated<number>
  tnx_gross_premium_cents: Generated<number>
  tnx_policy_fee_cents: Generated<number>
  tnx_taxes_cents: Generated<number>
  tnx_total_premium_cents: Generated<number>
  emergency_fund_surcharge_cents: Generated<number>
  fireman_tax_cents: Generated<number>
  maintenance_assessment_cents: Generated<number>
  municipal_tax_cents: Generated<number>
  mwua_policy_fee_cents: Generated<number>
  mwua_policy_premium_cents: Generated<number>
  stamping_fees_policy_premium_cents: Generated<number>
  stamping_fees_policy_fee_cents: Generated<number>
  surplus_tax_policy_fee_cents: Generated<number>
  surplus_tax_policy_premium_cents: Generated<number>
  transaction_fee_policy_fee_cents: Generated<number>
  transaction_fee_policy_premium_cents: Generated<number>
  product_id: number
  named_storm_exclusion: Generated<boolean>
  use_embeded_insured_signature: Generated<boolean>
  meta: Generated<Json>
  reverses_transaction_id: string | null
  created_at: Generated<Timestamp>
  tnx_emergency_fund_surcharge_cents: Generated<number>
  tnx_fireman_tax_cents: Generated<number>
  tnx_maintenance_assessment_cents: Generated<number>
  tnx_municipal_tax_cents: Generated<number>
  tnx_mwua_policy_fee_cents: Generated<number>
  tnx_mwua_policy_premium_cents: Generated<number>
  tnx_stamping_fees_policy_premium_cents: Generated<number>
  tnx_stamping_fees_policy_fee_cents: Generated<number>
  tnx_surplus_tax_policy_fee_cents: Generated<number>
  tnx_surplus_tax_policy_premium_cents: Generated<number>
  tnx_transaction_fee_policy_fee_cents: Generated<number>
  tnx_transaction_fee_policy_premium_cents: Generated<number>
  changed_values: Json | null
  source_transaction_id: string | null
}

export interface PolicyholderIdentity {
  identity_id: Generated<string>
  email: string
  phone_digits: Generated<string>
  first_name: Generated<string>
  last_name: Generated<string>
  stripe_customer_id: string | null
  created_at: Generated<Timestamp>
}

export interface PostalNotice {
  postal_notice_id: Generated<string>
  policy_id: string
  cancellation_notice_id: string | null
  kind: 'lenderInvoice' | 'lenderSecondNotice' | 'amountDue' | 'paymentReminder' | 'pastDueNotice' | 'lenderHasNotPaid' | 'paymentFailed' | 'renewalOnHold' | 'cancellationNotice' | 'rescission' | 'latePayment' | 'reinstatementOffer' | 'reinstatementOfferClosed' | 'lenderRemoved'
  recipient: 'insured' | 'lienholder'
  recipient_name: string
  recipient_address: string
  letter: Json
  state: Generated<'queued' | 'exported' | 'mailed' | 'undeliverable' | 'replaced'>
  exported_at: Timestamp | null
  mailed_on: string | null
  created_at: Generated<Timestamp>
  letter_export_id: string | null
  printed_date: string | null
  obligation_id: string | null
}

export interface Posting {
  posting_id: GeneratedAlways<number>
  entry_id: string
  account_code: string
  policy_id: string | null
  policy_payment_id: string | null
  invoice_id: string | null
  amount_cents: number
}

export interface Product {
  product_id: number
  name: string
  number_prefix: string
  line: 'flood' | 'excessFlood' | 'earthquake'
  occupancy: 'residential' | 'commercial' | 'rcbap'
  minimum_earned_percent: Generated<number>
  minimum_earned_cents: Generated<number>
}

export interface ProofLinkView {
  proof_link_view_id: GeneratedAlways<number>
  proof_link_id: string
  viewed_at: Timestamp
}

export interface ProofLink {
  proof_link_id: Generated<string>
  policy_id: string
  token_hash: Buffer
  recipient_name: string | null
  created_at: Timestamp
  created_by_name: string
  expires_at: Timestamp
  revoked_at: Timestamp | null
  view_count: Generated<number>
}

export interface Quote {
  quote_id: Generated<string>
  quote_number: string
  policy_id: string
  kind: Generated<'endorsement' | 'ebo' | 'ebm' | 'lienholder' | 'rewrite'>
  state: Generated<'open' | 'rated' | 'bound' | 'expired' | 'abandoned'>
  effective_date: string | null
  application: Generated<Json>
  rating: Json | null
  bound_transaction_id: string | null
  created_by: string | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  expires_at: Timestamp | null
  version: Generated<number>
  base_transaction_id: string | null
}

export interface RateLimit {
  key: string
  points: Generated<number>
  expire: number | null
}

export interface Reconciliation {
  reconciliation_id: Generated<string>
  checked_at: Timestamp
  start_date: string
  end_date: string
  compared_count: number
  differences: Generated<Json>
}

export interface RecoveryCode {
  account_id: string
  code_hash: string
  used_at: Timestamp | null
}

export interface RefundReview {
  review_id: Generated<string>
  policy_id: string
  hold_reason: 'claim' | 'amount' | 'newPolicy' | 'payment' | 'elapsedDays' | 'transferred' | 'reinstatement' | 'check'
  amount_cents: number
  reason_code: string | null
  effective_date: string | null
  lines: Json | null
  state: Generated<'open' | 'done' | 'declined' | 'withdrawn'>
  decision: string | null
  note: string | null
  decided_by: string | null
  decided_at: Timestamp | null
  created_at: Generated<Timestamp>
  requested_by: string | null
  policy_payment_id: string | null
  request_reason: string | null
  cause: 'cancellation' | 'endorsement' | 'reversal' | 'rewrite' | 'renewal' | 'latePayment' | 'payment'
  postponed_until: string | null
  policy_transaction_id: string | null
}

export interface RegistrationDocument {
  registration_doc_id: Generated<string>
  agency_id: string
  kind: 'agreement' | 'commissions'
  doc_name: string
  doc_text: string
  created_at: Generated<Timestamp>
  signed_by_account: string | null
  signed_by_name: string | null
  signed_at: Timestamp | null
  sha256_before: string | null
  sha256_after: string | null
  document_name: string | null
}

export interface RegistrationEvent {
  registration_event_id: GeneratedAlways<number>
  agency_id: string
  event: 'sent' | 'consented' | 'signed' | 'completed' | 'approved'
  registration_doc_id: string | null
  actor_name: string
  ip: string | null
  user_agent: string | null
  details: Generated<Json>
  occurred_at: Timestamp
}

export interface ReinstatementOffer {
  reinstatement_offer_id: Generated<string>
  policy_id: string
  policy_payment_id: string
  amount_cents: number
  needed_cents: number
  offered_on: string
  expires_on: string
  state: Generated<'open' | 'accepted' | 'declined' | 'expired' | 'withdrawn'>
  reason: string | null
  decided_by: string | null
  decided_at: Timestamp | null
  created_at: Generated<Timestamp>
  lapse_needed_cents: number | null
  is_lapse_required: Generated<boolean>
  has_lapse: Generated<boolean>
}

export interface RenewalHold {
  renewal_hold_id: Generated<string>
  policy_id: string
  reason: Generated<string>
  held_on: string
  amount_cents: number
  ended_at: Timestamp | null
  outcome: 'paid' | 'boundByStaff' | 'termEnded' | null
}

export interface Resource {
  resource_id: Generated<string>
  kind: string
  data: Json
  created_at: Generated<Timestamp>
  expires_at: Timestamp | null
}

export interface SandboxClock {
  singleton: Generated<boolean>
  offset_ms: number
}

export interface SchemaMigration {
  name: string
  checksum: string
  applied_at: Generated<Timestamp>
  number: string
}

export interface Secret {
  name: string
  value: string
  created_at: Generated<Timestamp>
}

export interface Session {
  session_id: Generated<string>
  account_id: string | null
  identity_id: string | null
  family_id: Generated<string>
  refresh_token_hash: string
  ip: string | null
  user_agent: string | null
  created_at: Generated<Timestamp>
  last_used_at: Generated<Timestamp>
  expires_at: Timestamp
  rotated_at: Timestamp | null
  revoked_at: Timestamp | null
  identified_by: 'mailbox' | 'code' | 'link' | null
  verified_email: string | null
  passed_two_factor: Generated<boolean>
  network: string | null
  link_policy_id: string | null
  link_agency_id: string | null
}

export interface Setting {
  key: string
  value: Json
  description: Generated<string>
  updated_by: string | null
  updated_at: Generated<Timestamp>
}

export interface SignatureImage {
  signature_image_id: Generated<string>
  policy_id: string
  party: 1 | 2
  kind: 'signature' | 'initials'
  style: 'drawn' | 'typed'
  image_png: Buffer
  created_at: Generated<Timestamp>
}

export interface SigningCode {
  signing_code_id: Generated<string>
  family_id: string
  identity_id: string
  policy_id: string
  sent_to: string
  code_hash: string
  failed_attempts: Generated<number>
  created_at: Timestamp
  expires_at: Timestamp
  used_at: Timestamp | null
  purpose: Generated<'identify' | 'changeEmail'>
}

export interface SigningEvent {
  signing_event_id: GeneratedAlways<number>
  policy_id: string
  policy_doc_id: string | null
  policy_doc_signature_id: string | null
  party: 1 | 2
  event: 'sent' | 'opened' | 'consented' | 'signed' | 'completed' | 'declined'
  actor_name: Generated<string>
  ip: string | null
  user_agent: string | null
  details: Generated<Json>
  occurred_at: Generated<Timestamp>
}

export interface StripeCustomer {
  stripe_customer_id: string
  identity_id: string | null
  policy_id: string | null
  email: string
  created_at: Generated<Timestamp>
}

export interface StripeEvent {
  event_id: string
  type: string
  object_id: string | null
  payload: Json
  received_at: Generated<Timestamp>
  processed_at: Timestamp | null
  error: string | null
}

export interface TaxRate {
  state: string
  charge: 'surplusTax' | 'stampingFee' | 'emergencyFund' | 'fireman' | 'municipal' | 'mwua' | 'transactionFee' | 'maintenance'
  rate_per_million: Generated<number>
  flat_cents: Generated<number>
  product_class: 'residential' | 'commercial' | 'rcbap'
  applies_to_fee: Generated<boolean>
  effective_from: string
  source: Generated<string>
  effective_to: string | null
  rounding_cents: Generated<1 | 100>
}

export interface TransactionType {
  transaction_type: string
  name: string
  kind: 'newBusiness' | 'endorsement' | 'renewal' | 'reinstatement' | 'cancel' | 'pendingCancel' | 'adjustment'
  reason_code: string | null
}

export interface TwoFactorSecret {
  account_id: string
  secret_sealed: string | null
  pending_secret_sealed: string | null
  enabled_at: Timestamp | null
  last_used_step: Generated<number>
}

export interface WebhookDelivery {
  delivery_id: Generated<string>
  endpoint_id: string
  event_no: number
  state: Generated<'waiting' | 'delivered' | 'failed'>
  attempts: Generated<number>
  last_attempt_at: Timestamp | null
  last_status: number | null
  last_error: string | null
  created_at: Timestamp
  delivered_at: Timestamp | null
  type: string
}

export interface WebhookEndpoint {
  endpoint_id: Generated<string>
  name: string
  url: string
  agency_id: string | null
  types: string[]
  secret_sealed: string
  old_secret_sealed: string | null
  old_secret_until: Timestamp | null
  created_at: Timestamp
  created_by: string
  failing_since: Timestamp | null
  disabled_at: Timestamp | null
}

export interface Widget {
  widget_id: Generated<string>
  agency_id: string
  name: string
  logo: string | null
  referral_email: string
  referral_phone: string
  referral_website: string | null
  use_referral_email_on_leads: Generated<boolean>
  disclosure: Generated<string>
  format: Generated<Json>
  source: Generated<string>
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
}

export interface WriteOff {
  write_off_id: Generated<string>
  policy_id: string
  amount_cents: number
  reason: string
  created_by: string
  created_at: Generated<Timestamp>
  reversed_by: string | null
  reversed_at: Timestamp | null
  reversal_reason: string | null
}

export interface WritePosition {
  caller: string
  position: number
  written_at: Generated<Timestamp>
}

export interface DB {
  account_preferences: AccountPreference
  accounts: Account
  addresses: Address
  agencies: Agency
  agency_contacts: AgencyContact
  agency_documents: AgencyDocument
  agency_licenses: AgencyLicense
  api_keys: ApiKey
  approvals: Approval
  audit_log: AuditLog
  auto_pay_announcements: AutoPayAnnouncement
  auto_pay_charge_parts: AutoPayChargePart
  auto_pay_charges: AutoPayCharge
  auto_pay_consents: AutoPayConsent
  automatic_charges: AutomaticCharge
  bulk_job_items: BulkJobItem
  bulk_jobs: BulkJob
  cancel_reason_documents: CancelReasonDocument
  cancel_reasons: CancelReason
  cancellation_notice_obligations: CancellationNoticeObligation
  cancellation_notices: CancellationNotice
  card_fees: CardFee
  claim_documents: ClaimDocument
  claim_hold_releases: ClaimHoldRelease
  claim_notes: ClaimNote
  claims: Claim
  commission_adjustments: CommissionAdjustment
  commission_chains: CommissionChain
  commission_lines: CommissionLine
  commission_overrides: CommissionOverride
  commission_rates: CommissionRate
  commission_run_parts: CommissionRunPart
  commission_runs: CommissionRun
  commission_statements: CommissionStatement
  counties: County
  daily_digests: DailyDigest
  default_rows: DefaultRow
  delinquency_plans: DelinquencyPlan
  delinquency_steps: DelinquencyStep
  disputes: Dispute
  document_types: DocumentType
  email_messages: EmailMessage
  email_templates: EmailTemplate
  events: Event
  files: File
  former_agency_names: FormerAgencyName
  idempotency_keys: IdempotencyKey
  import_items: ImportItem
  import_jobs: ImportJob
  insured_email_changes: InsuredEmailChange
  invoice_items: InvoiceItem
  invoice_payments: InvoicePayment
  invoices: Invoice
  job_crashes: JobCrash
  journal_entries: JournalEntry
  leads: Lead
  ledger_accounts: LedgerAccount
  letter_exports: LetterExport
  lienholders: Lienholder
  link_tokens: LinkToken
  lockbox_addresses: LockboxAddress
  lockbox_files: LockboxFile
  lockbox_items: LockboxItem
  lockbox_parts: LockboxPart
  login_attempts: LoginAttempt
  moratorium_events: MoratoriumEvent
  moratorium_locations: MoratoriumLocation
  moratorium_rejections: MoratoriumRejection
  mortgagee_change_proofs: MortgageeChangeProof
  mortgagee_changes: MortgageeChange
  notice_periods: NoticePeriod
  notices: Notice
  obligations: Obligation
  ocr_records: OcrRecord
  overpayment_items: OverpaymentItem
  payment_methods: PaymentMethod
  payment_types: PaymentType
  payments: Payment
  payout_batches: PayoutBatch
  payout_items: PayoutItem
  policies: Policy
  policy_balances: PolicyBalance
  policy_doc_signatures: PolicyDocSignature
  policy_doc_versions: PolicyDocVersion
  policy_docs: PolicyDoc
  policy_notes: PolicyNote
  policy_page_changes: PolicyPageChange
  policy_page_marks: PolicyPageMark
  policy_page_totals: PolicyPageTotal
  policy_transactions: PolicyTransaction
  policyholder_identities: PolicyholderIdentity
  postal_notices: PostalNotice
  postings: Posting
  products: Product
  proof_link_views: ProofLinkView
  proof_links: ProofLink
  quotes: Quote
  rate_limits: RateLimit
  reconciliations: Reconciliation
  recovery_codes: RecoveryCode
  refund_reviews: RefundReview
  registration_documents: RegistrationDocument
  registration_events: RegistrationEvent
  reinstatement_offers: ReinstatementOffer
  renewal_holds: RenewalHold
  resources: Resource
  sandbox_clock: SandboxClock
  schema_migrations: SchemaMigration
  secrets: Secret
  sessions: Session
  settings: Setting
  signature_images: SignatureImage
  signing_codes: SigningCode
  signing_events: SigningEvent
  stripe_customers: StripeCustomer
  stripe_events: StripeEvent
  tax_rates: TaxRate
  transaction_types: TransactionType
  two_factor_secrets: TwoFactorSecret
  webhook_deliveries: WebhookDelivery
  webhook_endpoints: WebhookEndpoint
  widgets: Widget
  write_offs: WriteOff
  write_positions: WritePosition
}
