/**
 * Documented fields of an object in a response, or in a request if `sent` is true. Tests check both the contract and
 * the server.
 */
export interface Documented {
  what: string
  ids: readonly string[]
  operation: string
  /** Path from the body to the object: field names, with `0` for list entries. */
  at: string
  fields: string
  sent?: true
}

/** Products by number and name, from the specification. */
export const documentedProducts = [
  [1, 'Residential Flood'],
  [2, 'Commercial Flood'],
  [3, 'Commercial RCBAP'],
  [4, 'Earthquake Residential'],
  [5, 'Earthquake Commercial'],
  [6, 'Residential Excess'],
  [7, 'Commercial Excess'],
  [8, 'RCBAP Excess'],
]

const letters = (all: string, name: (letter: string) => string) => [...all].map(name).join(' ')
const limits = (all: string) => letters(all, (letter) => `coverage${letter}Limit coverage${letter}Premium`)

export const documented: readonly Documented[] = [
  {
    what: 'a confirmation',
    ids: ['C057', 'D112', 'P131'],
    operation: 'getConfirmation',
    at: 'payload',
    fields: `policyNo email firstName lastName phone paymentInterval totalPremium totalDue currentlyDue monthlyCost policyFee
      taxes adjustments isPaid isSigned invoices stripeKey cancelReasons agencyNo isNonRenewal productId lastTransactionType
      inceptionDate effectiveDate reasonCode state zip censusBlock producerName productNo canCancelPolicy canChangeAgency
      isPolicyCancelled isCancelled isPendingCancel isExpired grossPremium pendingTotalPremium pendingCancelGrossPremium
      pendingCancelTotalPremium hasImmediateClosing tnxTotalPremium ecElevation paymentMethod payments totalPayments
      uiConfiguration address1 address2 city zipCode`,
  },
  {
    what: 'a party of a confirmation',
    ids: ['C057', 'P131'],
    operation: 'getConfirmation',
    at: 'payload.isSigned.0',
    fields: 'party isSigned requiresSignatures',
  },
  {
    what: 'what a confirmation may change',
    ids: ['P131', 'D112'],
    operation: 'getConfirmation',
    at: 'payload.uiConfiguration',
    fields: 'canChangeEffectiveDate',
  },
  {
    what: 'the invoices of a confirmation',
    ids: ['C057', 'D112'],
    operation: 'getConfirmation',
    at: 'payload.invoices',
    fields: 'previousAmountPaid policyFee grossPremium taxes invoices total due paid',
  },
  {
    what: 'an invoice',
    ids: ['D113'],
    operation: 'getConfirmation',
    at: 'payload.invoices.invoices.0',
    fields: 'invoiceId createdAt grossPremium totalPremium invoicePayments',
  },
  {
    what: 'a payment of an invoice',
    ids: ['D113'],
    operation: 'getConfirmation',
    at: 'payload.invoices.invoices.0.invoicePayments.0',
    fields: 'createdAtUserType',
  },
  {
    what: 'a payment',
    ids: ['D131'],
    operation: 'getConfirmation',
    at: 'payload.payments.0',
    fields: `paymentId policyPaymentId createdAt paymentTypeId paymentTypeDescription paymentStatus amount description memo
      checkNo isAppliedToPolicy recordType payeeName createdByUserName`,
  },
  {
    what: 'a transaction',
    ids: ['C059', 'D115', 'P126'],
    operation: 'getPolicyTransactions',
    at: 'payload.0',
    fields: `policyTransactionId productId transactionType postDate addr1 addr2 city state zip yearBuilt floodZone
      constructionDesc foundationTypeDesc occupancyTypeDesc propertyTypeDesc effectiveDate stories censusBlock
      ${limits('ABCDEFGHIJKL')} deductible deductibleAdjustment grossPremium subtotalTaxes totalPremium billInitially
      billOnRenewal meta firstName lastName email phone baId userDescription userName groupId hasImmediateClosing
      originalTransType ecElevation priorClaims county policyId policyIsActive accountingDate inceptionDate originalPostDate
      transactionNotes transactionReason userId agencyId agencyNo countyFips coApplicantFirstName coApplicantLastName
      coApplicantPhone coApplicantEmail policyHolderId coApplicantId mailingAddr1 mailingAddr2 mailingCountry mailingCity
      mailingState mailingZip deliveryMethod paymentMethod condoFloor constructionType foundationType occupancyType
      propertyType steps tiv elevationDiff policyFee tnxGrossPremium tnxTotalPremium emergencyFundSurcharge firemanTax
      maintenanceAssessment municipalTax mwuaPolicyFee mwuaPolicyPremium stampingFeesPolicyPremium stampingFeesPolicyFee
      surplusTaxPolicyFee surplusTaxPolicyPremium transactionFeePolicyFee transactionFeePolicyPremium
      useEmbededInsuredSignature isPolicySigned isPolicyPaid namedStormExclusion createdAt`,
  },
  {
    what: 'the summary of transactions',
    ids: ['P129'],
    operation: 'getTransactionsAndSummaries',
    at: 'payload',
    fields: 'reasonCode transactions summaries',
  },
  {
    what: 'the address of a recipient of money',
    ids: ['D144'],
    operation: 'getPolicyTransactions',
    at: 'payload.0',
    fields: 'addr1 city state zip',
  },
  {
    what: 'what is to be signed',
    ids: ['C066', 'P140'],
    operation: 'getPolicyDocuments',
    at: 'payload.policyDocStatus',
    fields: 'documentsWithSignatures isPolicySigned isPolicyPaid',
  },
  {
    what: 'a certificate’s reading beside what is to be signed',
    ids: ['P140'],
    operation: 'getPolicyDocuments',
    at: 'payload',
    fields: 'policyDocStatus policyDocOCR',
  },
  {
    what: 'a document to sign',
    ids: ['C066', 'P139', 'P140'],
    operation: 'getPolicyDocuments',
    at: 'payload.policyDocStatus.documentsWithSignatures.0',
    fields: 'docName policyDocId docTypeId typeName partiesToSign signatures',
  },
  {
    what: 'a signature',
    ids: ['P138', 'P140'],
    operation: 'getPolicyDocuments',
    at: 'payload.policyDocStatus.documentsWithSignatures.0.signatures.0',
    fields: 'policyDocId policyDocSignatureId party signedImage signedByName signedAt',
  },
  {
    what: 'a certificate’s reading',
    ids: ['D128', 'P135'],
    operation: 'getElevationReading',
    at: 'payload',
    fields: 'policyDocVerId invalidReason scannedAddress elevationBasedOn c2A c2E forCode',
  },
  {
    what: 'a document with its versions',
    ids: ['D125', 'D127'],
    operation: 'listDocumentVersions',
    at: 'payload.0',
    fields: 'docName docTypeId typeName versions partiesToSign signatures',
  },
  {
    what: 'a version of a document',
    ids: ['D126'],
    operation: 'listDocumentVersions',
    at: 'payload.0.versions.0',
    fields: `link createdAt createdByUserName isUpload docType policyDocId policyDocVerId policyTransactionId transactionType
      invoiceId`,
  },
  {
    what: 'who signed a document',
    ids: ['D127'],
    operation: 'listDocumentVersions',
    at: 'payload.0.signatures.0',
    fields: 'party policyDocSignatureId signedByName signedAt',
  },
  {
    what: 'a check that is applied',
    ids: ['C067', 'D133'],
    operation: 'payByCheck',
    at: '',
    fields: 'createdAt checkNo payeeName memo amount',
    sent: true,
  },
  {
    what: 'a check that was applied',
    ids: ['C067'],
    operation: 'payByCheck',
    at: 'payload.payment',
    fields: 'createdAt checkNo payeeName memo amount',
  },
  {
    what: 'where checks are sent',
    ids: ['C068'],
    operation: 'getLockboxAddress',
    at: 'payload',
    fields: `lbxName lbxAddress1 lbxAddress2 lbxCity lbxState lbxZip lbxCourierAddress1 lbxCourierAddress2 lbxCourierCity
      lbxCourierState lbxCourierZip depositToAccountRef`,
  },
  {
    what: 'a lienholder',
    ids: ['C069'],
    operation: 'getPolicyLiens',
    at: 'payload.0',
    fields: 'name1 name2 mortgageClause addr1 addr2 city state zip reference',
  },
  {
    what: 'a cancel reason',
    ids: ['C071', 'D124'],
    operation: 'getCancelReasons',
    at: 'payload.0',
    fields: `reasonCode reasonName description allowedRoles effectiveDateRequired effectiveDateLabel effectiveDateMin
      policyCancelDocs`,
  },
  {
    what: 'a document of a cancel reason',
    ids: ['D124'],
    operation: 'getCancelReasons',
    at: 'payload.0.policyCancelDocs.0',
    fields: 'docTypeId docType',
  },
  {
    what: 'a payment method',
    ids: ['C073', 'D134', 'P141'],
    operation: 'listPaymentMethods',
    at: 'payload.0',
    fields: 'id stripePaymentMethodId stripePaymentMethod default createdAt optInAutoPayRenewal',
  },
  {
    what: 'the card or account of a payment method',
    ids: ['C073', 'D134', 'P141'],
    operation: 'listPaymentMethods',
    at: 'payload.0.stripePaymentMethod',
    fields: 'paymentType cardBrand lastFourDigits expiration bankName',
  },
  {
    what: 'a card’s fee',
    ids: ['C074'],
    operation: 'getTransactionFee',
    at: 'payload',
    fields: 'feeYear feeMonthly amountYear amountMonthly',
  },
  {
    what: 'who logged in',
    ids: ['C075'],
    operation: 'login',
    at: 'payload.data',
    fields: 'Company Email Roles AgentId SuppressPromotionView FirstName LastName Phone',
  },
  { what: 'a log-in', ids: ['C075'], operation: 'login', at: 'payload', fields: 'accountType token data' },
  {
    what: 'the agent of a profile',
    ids: ['C076'],
    operation: 'getProfile',
    at: 'payload.agent',
    fields: 'agentNo policyCount rewardLevel',
  },
  {
    what: 'the reward level of an agent',
    ids: ['C076'],
    operation: 'getProfile',
    at: 'payload.agent.rewardLevel',
    fields: 'name',
  },
  {
    what: 'a term of the history',
    ids: ['D121'],
    operation: 'getPolicyHistory',
    at: 'payload.policies.0',
    fields: 'id policyNo productId inceptionDate totalPremium isExpired isCancelled address insuredName',
  },
  {
    what: 'an agency',
    ids: ['P149'],
    operation: 'getAgencyDetail',
    at: 'payload',
    fields: 'agencyInfo agencyDetailInfo agencyContactInfo agencyLicenseInfo policyCount',
  },
  {
    what: 'a contact of an agency',
    ids: ['P149'],
    operation: 'getAgencyDetail',
    at: 'payload.agencyContactInfo.0',
    fields: 'contactId firstName lastName email phone title',
  },
  {
    what: 'a licence of an agency',
    ids: ['P149'],
    operation: 'getAgencyDetail',
    at: 'payload.agencyLicenseInfo.0',
    fields: 'licenseId state licenseNo type effectiveDate expiration',
  },
  {
    what: 'the identity of an agency',
    ids: ['P147'],
    operation: 'getAgencyDetail',
    at: 'payload.agencyInfo',
    fields: 'agencyId agencyNo createdAt createdByUserId updatedAt updatedByUserId agencyDataId',
  },
  {
    what: 'the data of an agency',
    ids: ['P148'],
    operation: 'getAgencyDetail',
    at: 'payload.agencyDetailInfo',
    fields: `agencyDataId agencyId createdAt type taxId status company addr1 addr2 city state zip phone fax email notes
      mailingAddr1 mailingAddr2 mailingCity mailingState mailingZip primaryContactId agentParentId bankRemoteReference bankName
      bankAddr1 bankAddr2 bankCity bankState bankZip bankPhone bankContact bankEmail bankNotes bankRoutingNo bankAccountNo
      eoInsurer eoPolicyNumber eoLimit eoExpiration`,
  },
  {
    what: 'an account of an agency',
    ids: ['P150'],
    operation: 'listAgentAccounts',
    at: 'payload.0',
    fields: 'AgentId FirstName LastName Email Company Phone',
  },
  {
    what: 'an adjustment of a commission',
    ids: ['P151'],
    operation: 'listCommissionAdjustments',
    at: 'payload.0',
    fields: 'adjustementId statementId description adjustmentAmount privateNotes',
  },
  {
    what: 'an agency of a policy',
    ids: ['D129'],
    operation: 'getAgencyForPolicy',
    at: 'payload.agencyInfo',
    fields: 'company agencyNo email phone fax addr1 addr2 city state zip',
  },
  {
    what: 'a claim of a policy',
    ids: ['D130'],
    operation: 'listClaims',
    at: 'payload.items.0',
    fields: 'id claimNumber status noticeDate dateOfLoss adjusterName adjusterEmail adjusterPhone extension',
  },
  {
    what: 'a note',
    ids: ['D136', 'P146'],
    operation: 'listPolicyNotes',
    at: 'payload.data.0',
    fields: `policyNoteId policyId note private policyTransactionId created_At createdBy_UserId createdBy_UserName
      createdBy_AgencyNo type meta reason`,
  },
  {
    what: 'a policy',
    ids: ['P130'],
    operation: 'getPolicyDetails',
    at: 'payload',
    fields: `policyNo inceptionDate agencyNo producerName isPendingCancel isPolicyCancelled canCancelPolicy isSigned isPaid
      productId addressId address insuredName totalPremium policyId isCancelled isExpired originalPostDate email firstName
      lastName`,
  },
  {
    what: 'the days of a new inception date',
    ids: ['P134'],
    operation: 'getCancelRewriteDates',
    at: 'payload',
    fields: 'minEffectiveDate_Immediate minEffectiveDate_NotImmediate maxEffectiveDate',
  },
  {
    what: 'an address',
    ids: ['P142'],
    operation: 'getAddressData',
    at: 'payload',
    fields: 'geocode polygon',
  },
  {
    what: 'the place of an address',
    ids: ['P142'],
    operation: 'getAddressData',
    at: 'payload.geocode',
    fields: 'lat lng',
  },
  {
    what: 'the details of an invoice',
    ids: ['P144'],
    operation: 'getInvoiceDetails',
    at: 'payload',
    fields: 'Amount Invoice InvoiceItems IsPaid',
  },
  {
    what: 'the invoice of its details',
    ids: ['P144'],
    operation: 'getInvoiceDetails',
    at: 'payload.Invoice',
    fields: 'CreatedAt CreatedByUserId InvoiceId PolicyId PolicyTransactionId UpdatedAt UpdatedByUserId',
  },
  {
    what: 'the bind data of a policy',
    ids: ['P145'],
    operation: 'getBindData',
    at: 'payload',
    fields: `policyId previousPolicyId policyNo sequence inceptionDate originalTransactionType originalPostDate
      policyTransactionId agencyId userId policyHolderId isDirectToConsumer createdAt updatedAt`,
  },
  {
    what: 'a moratorium',
    ids: ['D140', 'P154'],
    operation: 'listMoratoriumEvents',
    at: 'payload.items.0',
    fields: 'id name peril startDate stopDate locations',
  },
  {
    what: 'a place of a moratorium',
    ids: ['D140', 'P154'],
    operation: 'listMoratoriumEvents',
    at: 'payload.items.0.locations.0',
    fields: 'countyFips county state stopDate',
  },
  {
    what: 'a county',
    ids: ['P154'],
    operation: 'listCounties',
    at: 'payload.0',
    fields: 'countyFips county state',
  },
  {
    what: 'the history of a policy',
    ids: [],
    operation: 'getPolicyHistory',
    at: 'payload',
    fields: 'resultCount policies',
  },
  {
    what: 'the policies bound by an agency',
    ids: [],
    operation: 'getBindCount',
    at: 'payload',
    fields: 'policyCount',
  },
  {
    what: 'the default payment method',
    ids: [],
    operation: 'getDefaultPaymentMethod',
    at: 'payload',
    fields: 'item1 item2',
  },
  {
    what: 'the latest recurring payment',
    ids: [],
    operation: 'getLatestRecurringPayment',
    at: 'payload',
    fields: 'item1 item2',
  },
  {
    what: 'the list of files',
    ids: [],
    operation: 'listDocumentPdfs',
    at: 'payload.0',
    fields: 'docTypeId docName policyDocId policyDocVerId link',
  },
  {
    what: 'the latest version of each document',
    ids: [],
    operation: 'listLatestDocuments',
    at: 'payload.0',
    fields: 'docName docTypeId policyDocId versions',
  },
  {
    what: 'each document with its versions',
    ids: [],
    operation: 'listDocumentVersions',
    at: 'payload.0',
    fields: 'docName docTypeId versions',
  },
  {
    what: 'a notification',
    ids: [],
    operation: 'listPolicyNotifications',
    at: 'payload.0',
    fields: 'id type template path version createdAt recipient',
  },
  {
    what: 'an email notification',
    ids: [],
    operation: 'getPolicyEmail',
    at: 'payload',
    fields: 'subject html version',
  },
  {
    what: 'a search of policies',
    ids: [],
    operation: 'searchPolicies',
    at: 'payload',
    fields: 'policies resultCount',
  },
  {
    what: 'a page of policies',
    ids: [],
    operation: 'listPolicies',
    at: 'payload',
    fields: 'policies resultCount',
  },
  {
    what: 'a transaction of the active term',
    ids: [],
    operation: 'getActiveTransactions',
    at: 'payload.0',
    fields: 'policyTransactionId transactionType postDate',
  },
  {
    what: 'the link to a policy',
    ids: [],
    operation: 'getPolicyLink',
    at: 'payload',
    fields: 'link',
  },
  {
    what: 'a transaction of the timeline',
    ids: ['D118'],
    operation: 'getPolicyTimeline',
    at: 'payload.items.0',
    fields: `transactionType transactionReason transactionNotes userName createdAt
      ${letters('ABDEFGHIJKL', (letter) => `coverage${letter}Delta`)} deductibleDelta`,
  },
  {
    what: 'a claim with its documents and notes',
    ids: ['P153'],
    operation: 'getClaim',
    at: 'payload',
    fields: 'claim claimDocuments claimNotes',
  },
  {
    what: 'a document of a claim',
    ids: ['P153'],
    operation: 'getClaim',
    at: 'payload.claimDocuments.0',
    fields: 'id fileName',
  },
  { what: 'a note of a claim', ids: ['P153'], operation: 'getClaim', at: 'payload.claimNotes.0', fields: 'id' },
]
