interface Reason {
  /**
   * Status that the demo book returns instead of the example's status. The status is 200 if only the content differs.
   */
  status: number
  why: string
}

const singleUseToken = 'a token works once, and no book has one that is known'
const noWebhooks = 'the demo book sends nothing anywhere'
const numbered = { status: 200, why: 'makes a quote, and each has the next number' }

/** Examples that the demo book does not reproduce. Entries may be removed but not added. */
export const replayExceptions: ReadonlyMap<string, Reason> = new Map([
  ['getClock month', { status: 404, why: 'the server of these tests is no sandbox' }],
  ['listAdminApprovals rows', { status: 200, why: 'the details of a request are sealed with its id, which is random' }],
  ['getAdminApproval row', { status: 404, why: 'the details of a request are sealed with its id, which is random' }],
  ['getOpenapi head', { status: 200, why: 'shows the head of a document that is larger than all examples' }],
  ['listSessions two', { status: 200, why: 'shows the devices of somebody who signed in twice' }],
  ['getReconciliation difference', { status: 200, why: 'the book agrees with Stripe' }],
  ['authorizeTokenByUrl agent', { status: 401, why: singleUseToken }],
  ['redeemResourceByUrl redeemed', { status: 404, why: singleUseToken }],
  ['checkMoratorium stopped', { status: 400, why: 'needs one of two parameters, and neither alone is required' }],
  ['listDisputes one', { status: 200, why: 'no payer of the book disputes anything' }],
  ['getElevationReading read', { status: 404, why: 'the book has no elevation certificate' }],
  ['listAdminWebhookEndpoints rows', { status: 200, why: noWebhooks }],
  ['getAdminWebhookEndpoint one', { status: 404, why: noWebhooks }],
  ['listAdminWebhookDeliveries rows', { status: 200, why: noWebhooks }],
  ['getAdminWebhookDelivery one', { status: 404, why: noWebhooks }],
  ['traceCommissionTransaction override', { status: 404, why: 'a line of the book has another id each time' }],
  ['listAdminAudit rows', { status: 200, why: 'an entry’s number counts all that the book did before it' }],
  ['getAdminAuditEntry row', { status: 404, why: 'an entry’s number counts all that the book did before it' }],
  ['startMandatoryEndorsementByUrl made', numbered],
  ['startOutOfSequenceEndorsementByUrl made', numbered],
])
