interface Reason {
  /**
   * Status that the demo book returns instead of the example's status. The status is 200 if only the content differs.
   */
  status: number
  why: string
}

const singleUseToken = 'the example uses a one-time token, which the demo book cannot contain'
const noWebhooks = 'the demo book has no webhook endpoints'
const newQuoteNumber = { status: 200, why: 'each request creates a quote with the next number' }

/** Examples that the demo book does not reproduce. Entries may be removed but not added. */
export const replayExceptions: ReadonlyMap<string, Reason> = new Map([
  ['getClock month', { status: 404, why: 'the test server is not a sandbox' }],
  [
    'listAdminApprovals rows',
    {
      status: 200,
      why: 'the demo book has no approval requests, because their details are encrypted with a random id',
    },
  ],
  [
    'getAdminApproval row',
    {
      status: 404,
      why: 'the demo book has no approval requests, because their details are encrypted with a random id',
    },
  ],
  ['getOpenapi head', { status: 200, why: 'the example shows only the beginning of the document' }],
  ['listSessions two', { status: 200, why: 'the example shows a user with two sessions' }],
  ['getReconciliation difference', { status: 200, why: 'the demo book has no differences from Stripe' }],
  ['authorizeTokenByUrl agent', { status: 401, why: singleUseToken }],
  ['redeemResourceByUrl redeemed', { status: 404, why: singleUseToken }],
  ['checkMoratorium stopped', { status: 400, why: 'the operation requires one of two optional parameters' }],
  ['listDisputes one', { status: 200, why: 'the demo book has no disputes' }],
  ['getElevationReading read', { status: 404, why: 'the demo book has no elevation certificate' }],
  ['listAdminWebhookEndpoints rows', { status: 200, why: noWebhooks }],
  ['getAdminWebhookEndpoint one', { status: 404, why: noWebhooks }],
  ['listAdminWebhookDeliveries rows', { status: 200, why: noWebhooks }],
  ['getAdminWebhookDelivery one', { status: 404, why: noWebhooks }],
  [
    'traceCommissionTransaction override',
    { status: 404, why: 'commission transactions have new ids in each demo book' },
  ],
  ['listAdminAudit rows', { status: 200, why: 'the number of an entry depends on all earlier entries' }],
  ['getAdminAuditEntry row', { status: 404, why: 'the number of an entry depends on all earlier entries' }],
  ['startMandatoryEndorsementByUrl made', newQuoteNumber],
  ['startOutOfSequenceEndorsementByUrl made', newQuoteNumber],
])
