/**
 * Labels of request fields for error messages, screens and the CLI. All other fields get a label based on the field
 * name, for example "Check date" for `checkDate`.
 */
const labels: Readonly<Record<string, string>> = {
  Address: 'Street address',
  AgentNo: 'Agency number',
  AgentNumber: 'Agency number',
  Baid: 'Billing account',
  BankToken: 'Bank account',
  ChildAgentNo: 'Agency to move',
  CustomerToken: 'Customer',
  Default: 'Default payment method',
  'Dry-Run': 'Dry run',
  ExistingPaymentMethod: 'Saved payment method',
  Id: 'ID',
  'Idempotency-Key': 'Idempotency key',
  InsuredName: 'Policyholder name',
  NewParentAgentNo: 'New parent agency',
  NoteInfo: 'Note details',
  OptInAutoPayRenewal: 'Automatic renewal payment',
  Parties: 'Signers',
  PaymentMethodId: 'Payment method',
  PolicyDocId: 'Document',
  PolicyNo: 'Policy number',
  Private: 'Private note',
  ReasonCode: 'Cancellation reason',
  ReferralEmail: 'Contact email',
  ReferralPhone: 'Contact phone',
  ReferralWebsite: 'Website',
  SaveForReuse: 'Save payment method',
  'Stripe-Signature': 'Stripe signature',
  SuppressNotification: 'Suppress notices',
  UseReferralEmailOnLeads: 'Send leads to the contact email',
  Zip: 'ZIP code',
  accountId: 'User account',
  actions: 'Restricted transactions',
  actorKind: 'Actor type',
  actorName: 'Actor',
  addr1: 'Street address',
  addr2: 'Apartment or suite',
  address: 'Street address',
  addressID: 'Address',
  adjustementId: 'Adjustment',
  agencyContactInfo: 'Contacts',
  agencyDataId: 'Agency data',
  agencyDetailInfo: 'Agency details',
  agencyId: 'Agency',
  agencyInfo: 'Agency',
  agencyLicenseInfo: 'Licenses',
  agencyNo: 'Agency number',
  agentCode: 'Agency number',
  agentId: 'User account',
  agentNo: 'Agency number',
  agentParentId: 'Parent agency',
  amountFrom: 'Minimum amount',
  amountTo: 'Maximum amount',
  bankAccountNo: 'Bank account number',
  bankAddr1: 'Bank street address',
  bankAddr2: 'Bank suite',
  bankRoutingNo: 'Bank routing number',
  bankToken: 'Bank account',
  bankZip: 'Bank ZIP code',
  batchId: 'Payout batch',
  checkNo: 'Check number',
  claimDocumentID: 'Claim document',
  claimID: 'Claim',
  confirmation: 'Password confirmation',
  consented: 'Consent',
  contactId: 'Contact',
  countyFips: 'County FIPS code',
  createdAt: 'Date created',
  createdByUserId: 'Created by',
  createdByUserName: 'Created by',
  createdBy_AgencyNo: 'Created by agency',
  createdBy_UserId: 'Created by',
  createdBy_UserName: 'Created by',
  created_At: 'Date created',
  cur: 'Current payment',
  dailyDigest: 'Daily summary email',
  dailyNoticeCap: 'Daily limit of notices',
  day: 'Date',
  defaultNoticeDays: 'Default notice days',
  docName: 'Document name',
  docText: 'Document text',
  docType: 'Document type',
  docTypeId: 'Document type',
  documentsWithSignatures: 'Signatures',
  effectiveFrom: 'Effective date',
  effectiveTo: 'End date',
  elanyNoticeAccepted: 'ELANY notice',
  endorsementId: 'Endorsement',
  endpointId: 'Webhook endpoint',
  eoExpiration: 'E&O expiration date',
  entityId: 'Changed object',
  eoInsurer: 'E&O carrier',
  eoLimit: 'E&O limit',
  eoPolicyNumber: 'E&O policy number',
  everywhere: 'Log out everywhere',
  expiration: 'Expiration date',
  expiresAt: 'Expiration date',
  firstname: 'First name',
  fixedAmount: 'Fixed fee',
  forInsured: 'For the policyholder',
  friendlyName: 'Document name',
  from: 'From date',
  hasImmediateClosing: 'Immediate closing',
  id: 'ID',
  importId: 'Lockbox import',
  inceptionDate: 'Effective date',
  inceptionFrom: 'Effective from',
  inceptionTo: 'Effective to',
  index: 'Widget number',
  insuredName: 'Policyholder name',
  intentId: 'Payment intent',
  invoiceDaysBefore: 'Invoice',
  isActive: 'Active',
  isAppliedToPolicy: 'Applied to a policy',
  isBind: 'Binding link',
  isClosing: 'Close the month',
  exportId: 'Export',
  isNotePrivate: 'Private note',
  isPaid: 'Paid',
  isPolicyPaid: 'Policy paid',
  isPolicySigned: 'Policy signed',
  isPublic: 'Public',
  isSigned: 'Signed',
  isFlatAllowed: 'Flat cancellation allowed',
  isInProgress: 'In progress',
  isWaiting: 'Evidence needed',
  jobId: 'Job',
  kind: 'Type',
  leadId: 'Lead',
  letterId: 'Letter',
  noticeId: 'Notice of cancellation',
  licenseId: 'License',
  licenseNo: 'License number',
  lienholderId: 'Lienholder',
  lienholderList: 'Lienholders',
  lineId: 'Commission line',
  link: 'Document link',
  locations: 'Counties',
  lockboxNo: 'Lockbox number',
  mailingAddr1: 'Mailing street address',
  mailingAddr2: 'Mailing suite',
  mailingZip: 'Mailing ZIP code',
  meta: 'Note details',
  minEndorsementAmount: 'Minimum endorsement balance',
  agencySteps: 'Emails to the agency',
  moratoriumId: 'Moratorium',
  mortgageeChangeId: 'Mortgagee change request',
  mortgage_clause: 'Mortgagee clause',
  decision: 'Decision',
  newAgencyNo: 'New agent number',
  newRate: 'New business rate',
  noteBody: 'Note',
  noteID: 'Note',
  noticeDate: 'Date reported',
  noticeFrom: 'Reported from',
  noticeTo: 'Reported to',
  order: 'Column order',
  otherCancellationDaysAfter: 'Notice of cancellation for other amounts',
  overlapHours: 'Overlap in hours',
  overpaymentId: 'Overpayment',
  overrideId: 'Override',
  paid: 'Amount paid',
  paidOn: 'Payment date',
  parentAgencyNo: 'Parent agency',
  partiesToSign: 'Signers',
  parts: 'Split amounts',
  party: 'Signer',
  pastDueNoticeDaysAfter: 'Past-due notice',
  paymentId: 'Payment',
  paymentMethodId: 'Payment method',
  paymentTypeId: 'Payment type',
  pdfPath: 'PDF path',
  perPage: 'Rows per page',
  plannedStopDate: 'Planned end date',
  policyDocId: 'Document',
  policyDocSignatureId: 'Signature',
  policyDocVerId: 'Document version',
  policyId: 'Policy',
  policyNo: 'Policy number',
  policyNos: 'Policy numbers',
  policyNoteId: 'Note',
  policyPaymentId: 'Payment',
  policyTransactionId: 'Transaction',
  preferState: 'Preferred state',
  primaryContactId: 'Primary contact',
  printDays: 'Days to print and mail',
  private: 'Private note',
  private1: 'Private note',
  productId: 'Product',
  proof2: 'Second proof',
  proof3: 'Third proof',
  proofId: 'Proof',
  proofLinkId: 'Proof of insurance link',
  q: 'Search text',
  range: 'Row range',
  reapplied: 'Reapplied endorsements',
  reasonCode: 'Reason',
  reminderDaysBefore: 'Reminder',
  renewalInvoiceDaysBefore: 'Renewal invoice',
  requestId: 'Request ID',
  resourceId: 'Link',
  responseData: 'Stripe response',
  reviewId: 'Refund review',
  runId: 'Commission run',
  search: 'Search text',
  searchParam: 'Search text',
  seenVersion: 'Template version',
  sessionId: 'Session',
  setFlag: 'Signed',
  signatureImageId: 'Signature image',
  signedAt: 'Date signed',
  signedByInitials: 'Initials',
  signedByName: 'Signer name',
  signedImage: 'Signature image',
  since: 'Start time',
  skip: 'Rows to skip',
  sort: 'Sort order',
  statementId: 'Commission statement',
  statementIds: 'Commission statements',
  stripeCustomerId: 'Stripe customer',
  stripePaymentMethodId: 'Payment method',
  subjectId: 'Target',
  subjectKind: 'Target type',
  suggestions: 'Number of suggestions',
  suppress: 'Suppress notices',
  take: 'Page size',
  target: 'Destination',
  taxId: 'Tax ID',
  termCancellationDaysAfter: 'Notice of cancellation for new business and renewals',
  text: 'Search text',
  through: 'Through date',
  to: 'To date',
  toPolicyNo: 'Receiving policy',
  typeName: 'Document type',
  types: 'Event types',
  updatedAt: 'Date updated',
  updatedByUserId: 'Updated by',
  url: 'Endpoint URL',
  useTextSignature: 'Typed signature',
  waitsFor: 'Awaiting',
  withdrawnAt: 'Date withdrawn',
  writeOffId: 'Write-off',
  zip: 'ZIP code',
}

const fromName = (name: string) => {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** Returns the label of a field, given the last part of its path. */
export const getFieldLabel = (name: string): string => (Object.hasOwn(labels, name) && labels[name]) || fromName(name)

/** Names of the fields that have a label in `labels`. */
export const labeledFields: readonly string[] = Object.keys(labels)

type Json = Record<string, unknown>
interface Operation {
  parameters?: { $ref?: string; name: string; in: string; schema?: Json; content?: Record<string, { schema: Json }> }[]
  requestBody?: { $ref?: string; content?: Record<string, { schema: Json }> }
}

/** Returns the names of all request fields in the bundled contract, at any depth. */
export function getRequestFields(bundle: { paths: object }): string[] {
  const names = new Set<string>()
  const resolve = (value: Json): Json =>
    typeof value.$ref === 'string'
      ? resolve(
          value.$ref
            .split('/')
            .slice(1)
            .reduce((at: unknown, key) => (at as Json)[key.replaceAll('~1', '/')], bundle) as Json,
        )
      : value
  const walked = new Set<Json>()
  const walk = (given: unknown): void => {
    if (typeof given !== 'object' || given === null) return
    const schema = resolve(given as Json)
    if (walked.has(schema)) return
    walked.add(schema)
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      names.add(name)
      walk(property)
    }
    for (const parts of [schema.oneOf, schema.anyOf, schema.allOf])
      for (const part of (parts as Json[]) ?? []) walk(part)
    walk(schema.items)
    walk(schema.additionalProperties)
  }
  for (const item of Object.values(bundle.paths) as Record<string, Operation>[])
    for (const { parameters = [], requestBody } of Object.values(item)) {
      for (const given of parameters) {
        const parameter = resolve(given as unknown as Json) as unknown as NonNullable<Operation['parameters']>[number]
        names.add(parameter.name)
        walk(parameter.schema)
        for (const { schema } of Object.values(parameter.content ?? {})) walk(schema)
      }
      const body = requestBody && (resolve(requestBody as Json) as NonNullable<Operation['requestBody']>)
      for (const { schema } of Object.values(body?.content ?? {})) walk(schema)
    }
  return [...names].sort()
}
