import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { cancelForNonpayment } from './delinquency/cancel-for-nonpayment.ts'
import { createPolicyDocuments } from './documents/create-documents.ts'
import { operations } from './generated/operations.ts'
import { assertCanCallOperation } from './http/access.ts'
import { ApiError } from './http/api-error.ts'
import type { Actor } from './http/context.ts'
import type { OperationEntry, OperationId } from './http/operation.ts'
import { receivePayment } from './ledger/payments.ts'
import { getReviews, openReview } from './payments/refunds/reviews.ts'
import type { ActionDefinition } from './policy/can/permission-rule.ts'
import { type PolicyAction, type PolicyCan, policyActions } from './policy/can/policy-actions.ts'
import { changePolicyAsSystem, checkPolicyAction } from './policy/change-policy.ts'
import { readPolicyConfirmation } from './policy-reads/confirmation.ts'
import { clearSettingsCache } from './settings/settings.ts'
import { type CallOptions, createTestApi } from './testing/api.ts'
import { createAgentActor, createInsuredActor, createStaffActor, createTestContext } from './testing/area-app.ts'
import { insertAccount, insertAgency, insertPolicy } from './testing/builders.ts'
import { createSamplePng } from './testing/png.ts'
import { createStripeBrowserStub } from './testing/stripe-app.ts'

const api = await createTestApi()
const { db } = api
const browser = createStripeBrowserStub(api.providers.stripe)
const above = await insertAgency(db)
const agency = await insertAgency(db, { parent: above.agency_id })
const below = await insertAgency(db, { parent: agency.agency_id })
const other = await insertAgency(db)
await db
  .insertInto('settings')
  .values(
    ['applyCheckAgentNos', 'internalEndorseAgencyNos', 'mandatoryEndorseAgencyNos'].map((key) => ({
      key,
      value: JSON.stringify([agency.agency_no, other.agency_no, below.agency_no]),
    })),
  )
  .execute()
clearSettingsCache(db)

const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10)
const now = () => new Date()

const enforced = (Object.entries(policyActions) as [PolicyAction, ActionDefinition][])
  .filter(([, { shownOnly }]) => shownOnly === null)
  .map(([action]) => action)

interface Input {
  startsIn?: number
  product?: number
  columns?: object
  paid?: 'paid' | 'processing'
  lender?: { position?: number; reference: string | null }[]
}

async function aPolicyThat({ startsIn = 30, product = 1, columns = {}, paid, lender = [] }: Input = {}) {
  const policy = await insertPolicy(db, {
    product,
    columns: {
      agency_id: agency.agency_id,
      agency_no: agency.agency_no,
      inception_date: days(startsIn),
      effective_date: days(startsIn),
      expiration_date: days(startsIn + 365),
      ...columns,
    },
  })
  for (const one of lender) await addLender(policy.policy_id, one)
  let policyPaymentId = ''
  if (paid)
    await db.transaction().execute(async (trx) => {
      const { policy_id: policyId, totalCents: amountCents } = policy
      const author = { userId: null, name: 'Test', userType: 3 as const }
      const received = await receivePayment(trx, { policyId, typeId: 3, amountCents, status: paid, author, now: now() })
      policyPaymentId = received.policyPaymentId
    })
  return { ...policy, policyPaymentId }
}
type CreatedPolicy = Awaited<ReturnType<typeof aPolicyThat>> & { extra: string }

const getAccount = async (more: object = {}) => (await insertAccount(db, more)).account_id
const accounts = {
  agent: await getAccount({ agency_id: agency.agency_id }),
  agentAbove: await getAccount({ agency_id: above.agency_id }),
  staff: await getAccount(),
  readonly: await getAccount({ roles: ['internal', 'readonly'] }),
}
const viewers = ['agent', 'agentAbove', 'insured', 'staff', 'readonly'] as const
type ViewerName = (typeof viewers)[number]

const getActor = (viewer: ViewerName, policy: { identity_id: string }): Actor =>
  viewer === 'insured'
    ? createInsuredActor(policy.identity_id)
    : viewer === 'agent' || viewer === 'agentAbove'
      ? createAgentActor(viewer === 'agent' ? agency : above, { accountId: accounts[viewer] })
      : viewer === 'staff'
        ? createStaffActor()
        : createStaffActor('readonly')
const tokens = new Map<string, Promise<string>>()
const getToken = (viewer: ViewerName, policy: { identity_id: string }): Promise<string> => {
  const key = viewer === 'insured' ? policy.identity_id : viewer
  const known =
    tokens.get(key) ??
    api.tokenFor(viewer === 'insured' ? { identityId: policy.identity_id } : { accountId: accounts[viewer] })
  tokens.set(key, known)
  return known
}

/** Returns the actor's permissions, which determine the buttons on the page. */
const getPermissions = async (actor: Actor, policyNo: string): Promise<PolicyCan[]> =>
  JSON.parse(
    await readPolicyConfirmation(createTestContext(db, actor, { now: now(), providers: api.providers }), policyNo),
  ).can

describe('policy permissions', () => {
  const at = new Date()
  const states: [string, Input][] = [
    ['bound', {}],
    ['in force', { startsIn: -100 }],
    ['expired', { startsIn: -400 }],
    ['paid', { paid: 'paid' }],
    ['with a processing bank payment', { paid: 'processing' }],
    [
      'pending cancel for a reason that requires documents',
      { columns: { pending_cancel_at: at, cancel_reason_code: '01' } },
    ],
    ['pending cancel for a reason without documents', { columns: { pending_cancel_at: at, cancel_reason_code: '13' } }],
    ['cancelled with a balance due', { startsIn: -100, columns: { cancelled_at: at, cancel_reason_code: '01' } }],
    ['cancelled and paid', { paid: 'paid', columns: { cancelled_at: at, cancel_reason_code: '01' } }],
    ['billed to a lender', { lender: [{ reference: '4400123987' }] }],
    ['billed to a lender without a loan number', { lender: [{ reference: null }, { position: 2, reference: '17' }] }],
    ['a renewal', { columns: { original_trans_type: 'RN' } }],
    ['without an inception date change', { columns: { can_change_effective_date: false } }],
    ['of earthquake', { product: 4 }],
    ['of earthquake and non-renewed', { product: 4, startsIn: -100, columns: { non_renewed_at: at } }],
  ]

  it.each(states)('match the rules enforced by the server for this policy: %s', async (_, input) => {
    const policy = await aPolicyThat(input)
    const unnamed = { ...getActor('agent', policy), agencyNo: '999999' } as Actor
    for (const actor of [...viewers.map((viewer) => getActor(viewer, policy)), unnamed]) {
      const buttons = (await getPermissions(actor, policy.policy_no)).filter(({ action }) => enforced.includes(action))
      const responses = []
      for (const action of enforced) {
        const rejection = await checkPolicyAction(
          createTestContext(db, actor, { now: now() }),
          policy.policy_no,
          action,
        ).then(
          () => null,
          (thrown: unknown) => {
            if (thrown instanceof ApiError) return thrown.message
            throw thrown
          },
        )
        responses.push({ action, allowed: rejection === null, reason: rejection })
      }
      expect(responses, actor.kind).toEqual(buttons)
    }
  })
})

/**
 * Tables that an action may change: all tables with policy data. `fingerprint` covers these tables and the queued jobs.
 */
const tables = (
  await sql<{ name: string }>`
    select table_name as name from information_schema.columns join pg_tables on tablename = table_name
    where schemaname = 'public' and table_schema = 'public' and column_name in ('policy_id', 'policy_doc_id', 'policy_doc_ver_id', 'invoice_id')
      and table_name not like 'policy_page%' and table_name <> 'audit_log'
    union select 'link_tokens' order by name`.execute(db)
).rows.map(({ name }) => name)
/**
 * Returns the number of rows and the sum of their transaction IDs for each table. Any committed change of a row increases
 * the sum or changes the number. Hashing the rows would take most of the time of this file.
 */
const fingerprint = async () => {
  const { rows } = await sql<Record<string, string>>`select ${sql.join([
    ...tables.map(
      (name) =>
        sql`(select concat(count(*), ' ', sum(x.xmin::text::bigint)) from ${sql.table(name)} x) as ${sql.ref(name)}`,
    ),
    sql`(select md5(coalesce(string_agg(x.id::text, '' order by x.id), '')) from graphile_worker._private_jobs x) as jobs`,
  ])}`.execute(db)
  return rows[0]
}

type Sent = [method: string, path: string, options?: Omit<CallOptions, 'token'>]
interface Attempt {
  operation: OperationId
  /** Policy action that the request checks first. */
  within?: PolicyAction
  /** Creates the data for the request, with a policy on which only some viewers may perform the action. */
  create: () => Promise<CreatedPolicy>
  send: (policy: CreatedPolicy, viewer: ViewerName) => Promise<Sent> | Sent
}
const call = async (viewer: ViewerName, policy: { identity_id: string }, [method, path, options = {}]: Sent) =>
  api.call(method, path, { ...options, token: await getToken(viewer, policy) })
const getPayload = async (viewer: ViewerName, policy: CreatedPolicy, ...sent: Sent) =>
  (await (await call(viewer, policy, sent)).json()).payload

const plain = async (input: Input = {}): Promise<CreatedPolicy> => ({ ...(await aPolicyThat(input)), extra: '' })
const running = () => plain({ startsIn: -100 })
const withDocuments = async () => {
  const policy = await plain()
  await db
    .transaction()
    .execute((trx) => createPolicyDocuments(trx, { now: now(), authorName: 'Test' }, [policy.policy_id]))
  return policy
}
const getSlots = async (policy: CreatedPolicy) =>
  (await getPayload('agent', policy, 'GET', `/api/v1/documents/policy/${policy.policy_no}`)).policyDocStatus
    .documentsWithSignatures
const withMethod = async () => {
  const policy = await plain()
  const body = { QuoteNumber: policy.quote_number }
  const response = await call('staff', policy, ['POST', '/api/v4/sessions/getClientSecretFromQuoteNumber', { body }])
  return { ...policy, extra: await browser.setUpBank((await response.json()).client_secret) }
}
const toForm = (text: string) => {
  const form = new FormData()
  form.append('survey', new File([text], 'survey.txt'))
  return form
}
const toMortgageeChangeForm = (text: string) => {
  const form = new FormData()
  const fields = {
    kind: 'add',
    name: 'Bay Sample Bank',
    addr1: '2 Lender Way',
    city: 'Tampa',
    state: 'FL',
    zip: '33606',
  }
  for (const [name, value] of Object.entries({ ...fields, loanNumber: 'LN-552010', proofType: 'lenderLetter' }))
    form.append(name, value)
  form.append('proof', new File([`%PDF-1.7\n${text}`], 'letter.pdf'))
  return form
}
const uploaded = (docType: number) => async () => {
  const policy = await plain()
  const path = `/api/v1/documents/upload/${policy.policy_no}/${docType}`
  const [document] = await getPayload('staff', policy, 'POST', path, { raw: toForm(policy.policy_no) })
  return { ...policy, extra: `${document.policyDocId}/${document.policyDocVerId}` }
}
const addLender = (policy_id: string, columns: object = {}) =>
  db
    .insertInto('lienholders')
    .values({ policy_id, position: 1, name1: 'Gulf Demo Mortgage ISAOA', reference: '4400123987', ...columns })
    .execute()
const withQuote = async () => {
  const policy = await running()
  await db
    .updateTable('policy_transactions')
    .set({ coverage_a_premium_cents: 100_000 })
    .where('policy_id', '=', policy.policy_id)
    .execute()
  const response = await call('staff', policy, [
    'POST',
    '/api/v1/policies/createEndorsementUrl',
    { body: policy.policy_no },
  ])
  return { ...policy, extra: (await response.json()).result.endorsementQuoteNumber as string }
}
const withLaterTransaction = async () => {
  const policy = await running()
  await db
    .updateTable('policy_transactions')
    .set({ effective_date: days(-50) })
    .where('policy_id', '=', policy.policy_id)
    .execute()
  return policy
}
const buildCancellationRequest = (viewer: ViewerName, { policy_no }: CreatedPolicy): Sent => [
  'POST',
  '/api/v1/policies/cancelPolicy',
  {
    body: {
      PolicyNumber: policy_no,
      ReasonCode: '13',
      ...(viewer === 'staff' || viewer === 'readonly' ? { NoteInfo: { Note: 'They called.', Private: false } } : {}),
    },
  },
]
const pending = async () => {
  const policy = await plain({ paid: 'paid' })
  expect((await call('staff', policy, buildCancellationRequest('staff', policy))).status).toBe(200)
  return policy
}
/** A policy that was cancelled for nonpayment and then paid in full, with a reinstatement offer. */
const offered = async () => {
  const policy = await plain({ startsIn: -100 })
  const ctx = createTestContext(db, { kind: 'job', name: 'delinquency' }, { now: now() })
  await changePolicyAsSystem(ctx, policy.policy_no, (ctx, locked) =>
    cancelForNonpayment(ctx, locked, { effectiveDate: days(0), isFlat: false }),
  )
  const body = {
    checkNo: '1001',
    payeeName: 'Marina Sample',
    memo: 'Premium',
    amount: policy.totalCents / 100,
    createdAt: days(-1),
  }
  const path = `/api/v1/payments/check/${policy.policy_no}`
  expect((await call('staff', policy, ['POST', path, { body }])).status).toBe(200)
  return policy
}
const moved = (policy: CreatedPolicy, producerName?: string): Sent => [
  'POST',
  `/api/v1/policies/${policy.policy_no}/endorse`,
  {
    body: {
      endorsementType: 'aor',
      agentNo: other.agency_no,
      notes: 'Signed letter received.',
      ...(producerName ? { producerName } : {}),
    },
  },
]
const noted = (policy: CreatedPolicy, body: object): Sent => [
  'POST',
  `/api/v1/policies/${policy.policy_no}/notes`,
  { body },
]

const attempts: Partial<Record<PolicyAction, Attempt>> = {
  sign: {
    operation: 'signDocuments',
    create: withDocuments,
    send: async (policy, viewer) => {
      const party = viewer.startsWith('agent') ? 1 : 2
      const documents = (await getSlots(policy)) as {
        policyDocId: string
        signatures: { party: number; kind: string; policyDocSignatureId: string }[]
      }[]
      const documentsWithSignatures = documents.map(({ policyDocId, signatures }) => ({
        policyDocId,
        signatures: signatures
          .filter((slot) => slot.party === party)
          .map(({ policyDocSignatureId, kind }) => ({
            policyDocSignatureId,
            party,
            signedByName: 'Pat Sample',
            signedImage: createSamplePng(kind === 'initials' ? 90 : 30),
          })),
      }))
      const consent = { version: '2026-11', accepted: true }
      const request = { policyNo: policy.policy_no, isPolicySigned: false, isPolicyPaid: false, consent }
      const toSign = documentsWithSignatures.filter(({ signatures }) => signatures.length > 0)
      return ['POST', '/api/v1/documents/signatures', { body: { ...request, documentsWithSignatures: toSign } }]
    },
  },
  pay: {
    operation: 'processPayment',
    create: withMethod,
    send: ({ policy_no, extra }) => [
      'POST',
      '/api/v1/payments/ProcessPayment',
      { body: { PolicyNo: policy_no, PaymentMethodId: extra } },
    ],
  },
  applyCheck: {
    operation: 'payByCheck',
    create: plain,
    send: ({ policy_no }) => [
      'POST',
      `/api/v1/payments/check/${policy_no}`,
      { body: { checkNo: '1042', payeeName: 'Marina Sample', memo: 'Premium', amount: 10, createdAt: days(-2) } },
    ],
  },
  updatePaymentMethod: {
    operation: 'updatePaymentMethod',
    create: withMethod,
    send: ({ policy_no, extra }) => [
      'POST',
      '/api/v1/payments/updatePaymentMethod',
      { body: { PolicyNo: policy_no, PaymentMethodId: extra, Default: true } },
    ],
  },
  billToMortgagee: {
    operation: 'billToMortgagee',
    create: async () => {
      const policy = await plain()
      await addLender(policy.policy_id)
      return policy
    },
    send: ({ policy_no }) => ['POST', `/api/v1/payments/mortgagee/${policy_no}`],
  },
  removePaymentMethod: {
    operation: 'removePaymentMethod',
    create: async () => {
      const policy = await withMethod()
      const body = { PolicyNo: policy.policy_no, PaymentMethodId: policy.extra }
      const kept = await call('staff', policy, ['POST', '/api/v1/payments/updatePaymentMethod', { body }])
      expect(kept.status).toBe(200)
      return policy
    },
    send: ({ policy_no, extra }) => ['DELETE', `/api/v1/payments/removePaymentMethod/${policy_no}/${extra}`],
  },
  transferPayment: {
    operation: 'transferPayment',
    create: async () => ({ ...(await plain({ paid: 'paid' })), extra: (await plain()).policy_no }),
    send: ({ policy_no, extra, policyPaymentId }) => [
      'PUT',
      `/api/v1/payments/${policy_no}/moveto/${extra}/100`,
      { body: { policyPaymentId } },
    ],
  },
  cancel: {
    operation: 'cancelPolicy',
    create: plain,
    send: (policy, viewer) => buildCancellationRequest(viewer, policy),
  },
  finalizeCancel: {
    operation: 'finalizeCancelPolicy',
    create: pending,
    send: ({ policy_no }) => ['POST', '/api/v1/policies/FinalizeCancelPolicy', { body: { PolicyNumber: policy_no } }],
  },
  nonRenew: {
    operation: 'nonRenewPolicy',
    create: () => plain({ product: 4 }),
    send: ({ policy_no }) => [
      'POST',
      '/api/v1/policies/nonRenew',
      { body: { PolicyNo: policy_no, Note: 'The house was sold.', reasonCode: '99' } },
    ],
  },
  rescindNonRenewal: {
    operation: 'rescindNonRenewal',
    create: () => plain({ product: 4, columns: { non_renewed_at: now() } }),
    send: ({ policy_no }) => [
      'POST',
      `/api/v1/policies/${policy_no}/rescind-non-renewal`,
      { body: { note: 'The house was kept.' } },
    ],
  },
  bindHeldRenewal: {
    operation: 'bindHeldRenewal',
    create: async () => {
      const policy = await plain({ startsIn: -340 })
      await db
        .insertInto('renewal_holds')
        .values({ policy_id: policy.policy_id, held_on: days(0), amount_cents: 100 })
        .execute()
      return policy
    },
    send: ({ policy_no }) => [
      'POST',
      `/api/v1/policies/${policy_no}/bind-renewal`,
      { body: { reason: 'The lender pays.' } },
    ],
  },
  reinstate: {
    operation: 'reinstatePolicy',
    create: pending,
    send: ({ policy_no }) => ['POST', `/api/v1/policies/reinstate/${policy_no}/true`],
  },
  acceptReinstatementOffer: {
    operation: 'acceptReinstatementOffer',
    create: async () => {
      const policy = await offered()
      const path = `/api/v1/documents/upload/${policy.policy_no}/22`
      expect((await call('staff', policy, ['POST', path, { raw: toForm(policy.policy_no) }])).status).toBe(201)
      return policy
    },
    send: ({ policy_no }) => [
      'POST',
      `/api/v1/policies/${policy_no}/reinstatement-offer/accept`,
      { body: { reason: 'The statement is signed.' } },
    ],
  },
  declineReinstatementOffer: {
    operation: 'declineReinstatementOffer',
    create: offered,
    send: ({ policy_no }) => [
      'POST',
      `/api/v1/policies/${policy_no}/reinstatement-offer/decline`,
      { body: { reason: 'Another policy was bought.' } },
    ],
  },
  changeInceptionDate: {
    operation: 'cancelRewritePolicy',
    create: plain,
    send: ({ policy_no }) => [
      'POST',
      `/api/v1/policies/cancelRewrite/${policy_no}`,
      { body: { inceptionDate: days(40) } },
    ],
  },
  changeAgency: { operation: 'endorsePolicy', create: running, send: (policy) => moved(policy) },
  changeProducerName: { operation: 'endorsePolicy', create: running, send: (policy) => moved(policy, 'Pat Producer') },
  endorse: {
    operation: 'createEndorsementUrl',
    create: running,
    send: ({ policy_no }) => ['POST', '/api/v1/policies/createEndorsementUrl', { body: policy_no }],
  },
  internalEndorse: {
    operation: 'startOutOfSequenceEndorsement',
    create: withLaterTransaction,
    send: ({ policy_no }) => [
      'POST',
      `/api/v1/policies/endorsement/ebo?policyNo=${policy_no}&effectiveDate=${days(-80)}`,
    ],
  },
  endorseMandatory: {
    operation: 'startMandatoryEndorsement',
    create: running,
    send: ({ policy_no }) => [
      'POST',
      `/api/v1/policies/endorsement/ebm?policyNo=${policy_no}&effectiveDate=${days(-80)}`,
    ],
  },
  reverseEndorsement: {
    operation: 'reverseEndorsement',
    create: async () => {
      const policy = await withQuote()
      const path = `/api/v4/agent/quotes/${policy.extra}`
      const quote = await (await call('staff', policy, ['GET', path])).json()
      for (const coverage of quote.application.coverages) if (coverage.code === 'A') coverage.limit += 10_000
      expect((await call('staff', policy, ['PUT', '/api/v4/agent/quotes', { body: quote }])).status).toBe(200)
      const body = { QuoteNumber: policy.extra }
      const bound = await getPayload('staff', policy, 'PUT', '/api/v2/endorsement/bind', { body })
      return { ...policy, extra: bound.policyTransactionId }
    },
    send: async (policy) => {
      const path = `/api/v1/policies/${policy.policy_no}/transactions/${policy.extra}/reversal`
      const { change } = (await getPayload('staff', policy, 'GET', path)).pricing
      return ['POST', path, { body: { change, reason: 'Made by mistake.' } }]
    },
  },
  editLienholders: {
    operation: 'saveQuote',
    within: 'endorse',
    create: withQuote,
    send: async (policy) => {
      const path = `/api/v4/agent/quotes/${policy.extra}`
      const quote = await (await call('staff', policy, ['GET', path])).json()
      quote.application.lienholderList = [
        {
          lienholderId: null,
          name: 'Gulf Demo Bank',
          addr1: '1 Bank Plaza',
          addr2: null,
          city: 'Tampa',
          state: 'FL',
          zip: '33602',
          loan_number: '0098765',
          mortgage_clause: null,
        },
      ]
      return ['PUT', '/api/v4/agent/quotes', { body: quote }]
    },
  },
  uploadDocuments: {
    operation: 'uploadDocuments',
    create: plain,
    send: ({ policy_no }) => [
      'POST',
      `/api/v1/documents/upload/${policy_no}/6`,
      { raw: toForm(`scan of ${policy_no}`) },
    ],
  },
  deleteDocuments: {
    operation: 'deleteDocumentVersion',
    create: uploaded(6),
    send: ({ policy_no, extra }) => ['DELETE', `/api/v1/documents/${policy_no}/${extra}`],
  },
  toggleSigned: {
    operation: 'saveSignedFlag',
    create: withDocuments,
    send: async (policy) => {
      const [{ policyDocId }] = await getSlots(policy)
      const body = { PolicyNo: policy.policy_no, PolicyDocId: policyDocId, Parties: [2], setFlag: true }
      return ['PUT', '/api/v1/documents/signedFlag', { body }]
    },
  },
  reviewElevationCertificate: {
    operation: 'verifyElevationCertificate',
    create: uploaded(4),
    send: ({ extra }) => ['PUT', `/api/v1/documents/verifiedEC/${extra.split('/')[1]}/6`],
  },
  decideReview: {
    operation: 'decideReview',
    create: async () => {
      const policy = await plain({ paid: 'paid' })
      const ctx = { db: api.database.db as never, now: now(), actor: { kind: 'job', name: 'Test' } as never }
      const about = { policyId: policy.policy_id, reasonCode: '01', effectiveDate: days(-2) }
      await openReview(ctx, { ...about, cause: 'cancellation', holdReason: 'amount', amountCents: 100 })
      const [review] = await getReviews(db, policy.policy_id)
      return { ...policy, extra: review?.review_id ?? '' }
    },
    send: ({ policy_no, extra }) => [
      'POST',
      `/api/v1/policies/${policy_no}/reviews/${extra}`,
      { body: { decision: 'decline', note: 'The premium is earned.' } },
    ],
  },
  resendLink: {
    operation: 'resendPolicyLink',
    create: plain,
    send: ({ policy_no }) => ['POST', `/api/v1/policies/${policy_no}/email-link`],
  },
  copyInsuredLink: {
    operation: 'getPolicyLink',
    create: plain,
    send: ({ policy_no }) => ['GET', `/api/v1/policies/${policy_no}/link?forInsured=true`],
  },
  changeInsuredEmail: {
    operation: 'changeInsuredEmail',
    create: plain,
    send: ({ policy_no }) => [
      'PUT',
      `/api/v1/policies/${policy_no}/insuredEmail`,
      { body: { email: `${policy_no.toLowerCase()}@example.com` } },
    ],
  },
  changeOwnMailingAddress: {
    operation: 'changeOwnMailingAddress',
    create: plain,
    send: ({ policy_no }) => [
      'PUT',
      `/api/v1/policyholder/policies/${policy_no}/mailingAddress`,
      { body: { addr1: '45 Harbor Demo Ave', city: 'Tampa', state: 'FL', zip: '33602' } },
    ],
  },
  requestMortgageeChange: {
    operation: 'requestMortgageeChange',
    create: plain,
    send: ({ policy_no }) => [
      'POST',
      `/api/v1/policyholder/policies/${policy_no}/mortgageeChanges`,
      { raw: toMortgageeChangeForm(policy_no) },
    ],
  },
  reportClaim: {
    operation: 'createClaim',
    create: running,
    send: ({ policy_no }) => [
      'POST',
      '/api/v1/claims',
      {
        body: {
          policyNo: policy_no,
          noticeDate: days(-8),
          dateOfLoss: days(-10),
          causeOfLoss: 'stormSurge',
          description: 'Water on the ground floor.',
        },
      },
    ],
  },
  reportOwnClaim: {
    operation: 'reportOwnClaim',
    create: running,
    send: ({ policy_no }) => [
      'POST',
      `/api/v1/policyholder/policies/${policy_no}/claims`,
      {
        body: {
          dateOfLoss: days(-10),
          causeOfLoss: 'flood',
          description: 'Water on the ground floor.',
          contactPhone: '813-555-0142',
        },
      },
    ],
  },
  addNote: { operation: 'savePolicyNote', create: plain, send: (policy) => noted(policy, { note: 'Copy sent.' }) },
  addCallLog: {
    operation: 'savePolicyNote',
    create: plain,
    send: (policy) =>
      noted(policy, {
        noteBody: 'Asked how to pay by check.',
        isNotePrivate: false,
        type: 'callLog',
        reason: 'Make a payment',
        meta: JSON.stringify({
          IsInboundCall: true,
          CallerType: 'insured',
          CallerName: 'Marina Sample',
          CallerPhone: '813-555-0142',
        }),
      }),
  },
}

const canCall = (actor: Actor, operation: OperationId) => {
  try {
    assertCanCallOperation(actor, operations[operation].access)
    return true
  } catch {
    return false
  }
}

/**
 * Sends the request as a dry run if the contract allows it. Returns the status and the fingerprint of the data
 * afterward.
 */
async function sendDryRun(attempt: Attempt, policy: CreatedPolicy, viewer: ViewerName, [method, path, options]: Sent) {
  const { supportsDryRun }: OperationEntry = operations[attempt.operation]
  if (!supportsDryRun) return undefined
  const { status } = await call(viewer, policy, [method, path, { ...options, headers: { 'Dry-Run': 'true' } }])
  return { status, fingerprint: await fingerprint() }
}

/**
 * Sends the request and compares the result with the button. An allowed action changes data. A rejected action returns
 * the button's message and changes nothing. Returns whether the action was allowed.
 */
async function sendAndCompare(
  action: PolicyAction,
  attempt: Attempt,
  policy: CreatedPolicy,
  viewer: ViewerName,
): Promise<boolean> {
  const actor = getActor(viewer, policy)
  const sent = await attempt.send(policy, viewer)
  const buttons = (await getPermissions(actor, policy.policy_no)).filter((one) =>
    [attempt.within, action].includes(one.action),
  )
  const button = buttons.find(({ allowed }) => !allowed) ?? buttons[0]
  const before = await fingerprint()
  const trial = await sendDryRun(attempt, policy, viewer, sent)
  const response = await call(viewer, policy, sent)
  const said = await response.text()
  const after = await fingerprint()
  const what = `${action} by ${viewer}: ${response.status} ${said.slice(0, 300)}`
  if (trial) expect(trial, what).toEqual({ status: response.status, fingerprint: before })
  if (button?.allowed) {
    expect([200, 201], what).toContain(response.status)
    expect(after, what).not.toEqual(before)
    return true
  }
  expect([403, 409, 422], what).toContain(response.status)
  if (canCall(actor, attempt.operation)) expect(JSON.parse(said).message, what).toBe(button?.reason)
  expect(after, what).toEqual(before)
  return false
}

/**
 * Callers who cannot see the policy: agents of another agency and of a sub-agency, another insured and an anonymous
 * caller.
 */
const strangers = {
  'an agent of another agency': {
    actor: createAgentActor(other),
    token: await api.tokenFor({ accountId: await getAccount({ agency_id: other.agency_id }) }),
  },
  'an agent of the agency below': {
    actor: createAgentActor(below),
    token: await api.tokenFor({ accountId: await getAccount({ agency_id: below.agency_id }) }),
  },
  'another insured': await insertPolicy(db).then(async ({ identity_id }) => ({
    actor: createInsuredActor(identity_id),
    token: await api.tokenFor({ identityId: identity_id }),
  })),
}

describe('policy actions', () => {
  it.each(Object.entries(attempts) as [PolicyAction, Attempt][])(
    'return 404 for %s and change nothing if the user cannot see the policy [D301] [D352]',
    async (action, attempt) => {
      const policy = await attempt.create()
      const [method, path, options] = await attempt.send(policy, 'staff')
      const before = await fingerprint()
      for (const [name, { actor, token }] of Object.entries(strangers)) {
        const response = await api.call(method, path, { ...options, token })
        const { errors } = await response.json()
        const isForThem = canCall(actor, attempt.operation)
        expect([response.status, errors[0].code], `${action} by ${name}`).toEqual(
          isForThem ? [404, 'not_found'] : [403, 'forbidden'],
        )
      }
      const response = await api.call(method, path, options)
      expect(response.status, `${action} by nobody`).toBe(401)
      expect(await fingerprint()).toEqual(before)
    },
  )

  it('have a test request each, except for display-only actions', () => {
    expect(Object.keys(attempts).sort()).toEqual([...enforced].sort())
  })

  it.each(Object.entries(attempts) as [PolicyAction, Attempt][])(
    'allow %s only if its button is enabled, and otherwise return the button message [D352]',
    async (action, attempt) => {
      const done = []
      for (const viewer of viewers)
        if (await sendAndCompare(action, attempt, await attempt.create(), viewer)) done.push(viewer)
      expect(done.length).toBeGreaterThan(0)
      expect(done).not.toContain('readonly')
    },
  )

  it.each(Object.entries(attempts) as [PolicyAction, Attempt][])(
    'allow %s on a cancelled policy only if its button is enabled',
    async (action, attempt) => {
      for (const viewer of ['agent', 'staff'] as const) {
        const policy = await attempt.create()
        await db
          .updateTable('policies')
          .set({ cancelled_at: now(), pending_cancel_at: null, cancel_reason_code: '13' })
          .where('policy_id', '=', policy.policy_id)
          // The policy of a reinstatement offer is already cancelled, for nonpayment.
          .where('cancelled_at', 'is', null)
          .execute()
        await sendAndCompare(action, attempt, policy, viewer)
      }
    },
  )
})
