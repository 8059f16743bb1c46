import { hashPassword } from '@tideline/api/accounts/password.ts'
import { addDays } from '@tideline/api/calendar/days.ts'
import { getCounties } from '@tideline/api/demo-book/places.ts'
import { createPolicyDocuments } from '@tideline/api/documents/create-documents.ts'
import { createTestApi } from '@tideline/api/testing/api.ts'
import {
  insertAccount,
  insertAgency,
  insertLockboxAddress,
  insertPayment,
  insertPolicy,
} from '@tideline/api/testing/builders.ts'
import { createStripeBrowserStub } from '@tideline/api/testing/stripe-app.ts'
import { expect, test } from 'vitest'
import { documented } from '../support/documented-fields.ts'
import { today } from '../support/today.ts'

const api = await createTestApi()
const { db } = api
const password = 'Tideline-Demo-1'
const agency = await insertAgency(db)
const account = await insertAccount(db, { agency_id: agency.agency_id, password_hash: await hashPassword(password) })
const agent = await api.tokenFor({ accountId: account.account_id })
const superuser = await api.tokenFor({
  accountId: (await insertAccount(db, { roles: ['internal', 'superuser'] })).account_id,
})
const now = new Date()
const addressID = '5b0c9f1e-6f0a-4c59-9a55-0f6a2f3a1a09'

const policy = await insertPolicy(db, {
  columns: {
    ...{ agency_id: agency.agency_id, agency_no: agency.agency_no, inception_date: addDays(today, -30) },
    ...{ original_post_date: addDays(today, -40) },
  },
})
await db.insertInto('counties').values(getCounties()).execute()
await db
  .insertInto('addresses')
  .values({
    ...{
      address_id: addressID,
      addr1: policy.addr1,
      city: 'Tampa',
      state: 'FL',
      zip: '33606',
      lat: 27.93,
      lng: -82.48,
    },
    polygon: 'POLYGON((-82.49 27.92,-82.47 27.92,-82.47 27.94,-82.49 27.92))',
  })
  .execute()
await db
  .updateTable('policies')
  .set({ address_id: addressID, address_data_version: 1 })
  .where('policy_id', '=', policy.policy_id)
  .execute()
await db
  .insertInto('lienholders')
  .values({
    ...{ policy_id: policy.policy_id, position: 1, name1: 'Gulf Demo Mortgage ISAOA', reference: '4400123987' },
    ...{ addr1: '1 Bank Plaza', city: 'Tampa', state: 'FL', zip: '33602' },
  })
  .execute()
await insertLockboxAddress(db, {
  ...{ lbx_address2: 'Dept 4', lbx_courier_address1: '1 Courier Way', lbx_courier_address2: 'Floor 2' },
  ...{ lbx_courier_city: 'Tampa', lbx_courier_state: 'FL', lbx_courier_zip: '33602' },
})
/** Values for transaction columns that require a specific format. */
const formattedValues: Record<string, string | number> = {
  year_built: 1998,
  ...{ state: 'FL', mailing_state: 'FL', zip: '33606', mailing_zip: '33606', mailing_country: 'US' },
  ...{ county_fips: '12057', census_block: '120570051011001', email: 'insured@example.com', reason_code: '13' },
  ...{ co_applicant_email: 'other@example.com', phone: '813-555-0142', co_applicant_phone: '813-555-0142' },
  ...{ original_trans_type: 'NB', payment_method: 'ach', group_id: addressID, user_id: account.account_id },
  // A yes/no coverage is stored with a limit of one dollar.
  ...{ coverage_e_limit_cents: 100, coverage_k_limit_cents: 100, coverage_l_limit_cents: 100 },
  ...{ co_applicant_id: policy.identity_id, policy_holder_id: policy.identity_id, flood_zone: 'AE' },
}
const known = await db
  .selectFrom('policy_transactions')
  .selectAll()
  .where('policy_id', '=', policy.policy_id)
  .executeTakeFirstOrThrow()
const isNumber = (name: string) =>
  /_cents$|^(steps|stories|year_built|condo_floor|ec_elevation|elevation_diff)$/.test(name)
const filled = Object.fromEntries(
  Object.entries(known)
    .filter(([name, value]) => value === null && !/^(reverses|source)_transaction_id$|^changed_values$/.test(name))
    .map(([name]) => [name, formattedValues[name] ?? (isNumber(name) ? 2 : 'Words')]),
)
await db
  .updateTable('policy_transactions')
  .set({ ...filled, user_name: 'Alex Agent' })
  .where('policy_id', '=', policy.policy_id)
  .execute()
await db
  .transaction()
  .execute((trx) => createPolicyDocuments(trx, { now, authorName: 'Alex Agent' }, [policy.policy_id]))
await insertPayment(db, { policyId: policy.policy_id, amountCents: 10_000, now })

const post = async (path: string, body: object, token = agent) => {
  const response = await api.call('POST', path, { token, body })
  expect(response.status, await response.clone().text()).toBeLessThan(300)
  return response.json()
}
const no = policy.policy_no
const { client_secret } = await post('/api/v4/sessions/getClientSecretFromQuoteNumber', {
  QuoteNumber: policy.quote_number,
})
const method = await createStripeBrowserStub(api.providers.stripe).setUpBank(client_secret)
await post('/api/v1/payments/updatePaymentMethod', { PolicyNo: no, PaymentMethodId: method, Default: true })
await post(`/api/v1/policies/${no}/notes`, { policyNo: no, noteBody: 'A note.', isNotePrivate: false, type: 'note' })
const { payload: claim } = await post('/api/v1/claims', {
  ...{ policyNo: no, dateOfLoss: addDays(today, -10), noticeDate: addDays(today, -8) },
  ...{ causeOfLoss: 'stormSurge', description: 'Water on the ground floor.' },
})
await post(`/api/v1/claims/${claim.id}/notes`, { note: 'The adjuster comes on Monday.' })
const photo = new FormData()
photo.append('file', new File(['What the water left.'], 'list.txt'))
await api.call('POST', `/api/v1/claims/${claim.id}/documents`, { token: agent, raw: photo })
await post(
  '/api/v1/moratoriums',
  {
    ...{ name: 'Demo Storm', kind: 'bind', peril: 'hurricane', reason: 'Hurricane watch' },
    ...{ startDate: addDays(today, -3), stopDate: null, products: [1], actions: ['rewrite'] },
    locations: [{ countyFips: '12057' }],
  },
  superuser,
)
const certificate = new FormData()
certificate.append('certificate', new File(['a scan'], 'certificate.txt'))
const uploaded = await (
  await api.call('POST', `/api/v1/documents/upload/${no}/4`, { token: agent, raw: certificate })
).json()

await api.call('GET', `/api/v1/policies/${no}/email-link`, { token: agent })
await api.runJobs()
const [mail] = (await (await api.call('GET', `/api/v1/policies/${no}/notifications`, { token: agent })).json()).payload

const createdAgency = await (
  await api.call('POST', '/api/v1/agencies', {
    token: superuser,
    body: {
      ...{ company: 'Jetty Coverage', type: 'retail', addr1: '5 Jetty Demo Rd', city: 'Sarasota', state: 'FL' },
      ...{ zip: '34236', phone: '941-555-0120', email: 'jetty@example.com' },
      contact: { firstName: 'Bay', lastName: 'Water', email: 'bay@example.com' },
      licenses: [
        { state: 'FL', licenseNo: 'L1', type: 'agency', effectiveDate: '2026-01-01', expiration: '2027-12-31' },
      ],
    },
  })
).json()

const { statement_id } = await db
  .insertInto('commission_statements')
  .values({ agency_id: agency.agency_id, month: '2020-01-01' })
  .returning('statement_id')
  .executeTakeFirstOrThrow()
const finance = await api.tokenFor({
  accountId: (await insertAccount(db, { roles: ['internal', 'financeadmin'] })).account_id,
})
await post(
  '/api/v1/commissions/adjustments',
  { statementId: statement_id, description: 'Allowance', adjustmentAmount: 10, privateNotes: 'By phone.' },
  finance,
)

const check = { checkNo: '0001042', payeeName: 'Marina Sample', memo: 'Premium', amount: 5, createdAt: today }

/** Function that sends the request of each operation, by operationId. */
const requests: Record<string, () => Promise<Response>> = {
  getConfirmation: () => api.call('GET', `/api/v1/policies/${no}/getConfirmation`, { token: agent }),
  getPolicyTransactions: () => api.call('GET', `/api/v1/policies/${no}/policytransactions`, { token: agent }),
  getTransactionsAndSummaries: () =>
    api.call('GET', `/api/v1/policies/${no}/transactionsAndSummaries`, { token: agent }),
  getPolicyDocuments: () => api.call('GET', `/api/v1/documents/policy/${no}`, { token: agent }),
  getElevationReading: () =>
    api.call('GET', `/api/v1/documents/ocr/${uploaded.payload[0].policyDocVerId}`, { token: superuser }),
  listDocumentVersions: () => api.call('GET', `/api/v2/documents/all/${no}`, { token: agent }),
  payByCheck: () => api.call('POST', `/api/v1/payments/check/${no}`, { token: superuser, body: check }),
  getLockboxAddress: () => api.call('GET', `/api/v1/payments/lockbox/${no}`, { token: agent }),
  getPolicyLiens: () => api.call('GET', `/api/v1/policies/${no}/PolicyLiens`, { token: agent }),
  getCancelReasons: () => api.call('GET', `/api/v1/policies/${no}/cancelReasons`, { token: superuser }),
  listPaymentMethods: () => api.call('GET', `/api/v1/payments/paymentmethods/${no}`, { token: agent }),
  getTransactionFee: () =>
    api.call('GET', '/api/v1/payments/gettransactionfee?amount=100&card=visa&country=US', { token: agent }),
  login: () => api.call('POST', '/api/v1/auth/login', { body: { email: account.email, password } }),
  getProfile: () => api.call('GET', '/api/v1/accounts/profile', { token: agent }),
  getPolicyHistory: () =>
    api.call('GET', `/api/v1/policies/GetPolicyHistorical/${no}?take=10&skip=0`, { token: agent }),
  getAgencyDetail: () =>
    api.call('GET', `/api/v1/agencies/detail/${createdAgency.payload.agencyNo}`, { token: superuser }),
  listAgentAccounts: () => api.call('GET', `/api/v1/agencies/${agency.agency_no}/accounts`, { token: agent }),
  listCommissionAdjustments: () =>
    api.call('GET', `/api/v1/commissions/statements/${statement_id}/adjustments`, { token: finance }),
  getAgencyForPolicy: () =>
    api.call('GET', `/api/v1/agencies/AgencyDetailsForPolicy/${agency.agency_no}`, { token: agent }),
  listClaims: () => api.call('GET', `/api/v1/claims?policyNo=${no}`, { token: agent }),
  listPolicyNotes: () => api.call('GET', `/api/v1/policies/${no}/notes`, { token: agent }),
  getPolicyDetails: () => api.call('GET', `/api/v1/policies/${no}`, { token: agent }),
  getCancelRewriteDates: () => api.call('GET', `/api/v1/policies/getCancelRewriteDates/${no}`, { token: superuser }),
  getAddressData: () => api.call('GET', `/api/v1/policies/address/${addressID}/version/1`, { token: agent }),
  getInvoiceDetails: () => api.call('GET', `/api/v1/${no}/invoiceDetails`, { token: agent }),
  getBindData: () => api.call('GET', `/api/v1/policies/${no}/bindData`, { token: agent }),
  listMoratoriumEvents: () => api.call('GET', '/api/v1/moratoriums/events', { token: superuser }),
  listCounties: () => api.call('GET', '/api/v1/moratoriums/counties', { token: superuser }),
  getBindCount: () => api.call('GET', `/api/v1/agencies/bindCount/${agency.agency_no}`, { token: agent }),
  getDefaultPaymentMethod: () => api.call('GET', `/api/v1/payments/defaultPaymentMethod/${no}`, { token: agent }),
  getLatestRecurringPayment: () => api.call('GET', `/api/v1/payments/latestRecurringPayment/${no}`, { token: agent }),
  listDocumentPdfs: () => api.call('GET', `/api/v1/documents/pdfs/${no}`, { token: agent }),
  listLatestDocuments: () => api.call('GET', `/api/v1/documents/all/${no}`, { token: agent }),
  listPolicyNotifications: () => api.call('GET', `/api/v1/policies/${no}/notifications`, { token: agent }),
  getPolicyEmail: () =>
    api.call('GET', `/api/v1/policies/${no}/emailTemplates/${mail.template}/${mail.id}`, { token: agent }),
  searchPolicies: () => api.call('GET', `/api/v1/policies/search?QuoteNumber=${no}&take=1&skip=0`, { token: agent }),
  listPolicies: () => api.call('GET', '/api/v1/policies?take=10&skip=0', { token: agent }),
  getActiveTransactions: () => api.call('GET', `/api/v1/policies/${no}/activeTransactions`, { token: agent }),
  getPolicyTimeline: () => api.call('GET', `/api/v1/policies/${no}/timeline?filter=transactions`, { token: agent }),
  getClaim: () => api.call('GET', `/api/v1/claims/${claim.id}`, { token: agent }),
  getPolicyLink: () => api.call('GET', `/api/v1/policies/${no}/link?isBind=true`, { token: agent }),
}

/**
 * Returns the value at a path. If the path goes through a list (`0`), uses the first entry that contains the rest of
 * the path.
 */
function at(value: unknown, steps: readonly string[]): unknown {
  const [step, ...rest] = steps
  if (!step) return value
  if (step !== '0') return at((value as Record<string, unknown> | undefined)?.[step], rest)
  return (value as unknown[] | undefined)?.map((entry) => at(entry, rest)).find((found) => found !== undefined)
}

test.each(
  documented.filter(({ sent }) => !sent).map((entry) => ({ ...entry, id: entry.ids.map((id) => `[${id}]`).join(' ') })),
)('returns every documented field of $what $id', async ({ operation, at: where, fields }) => {
  const response = await requests[operation]?.()
  const body: unknown = await response?.json()
  expect(response?.status, JSON.stringify(body).slice(0, 300)).toBe(200)
  expect(Object.keys((at(body, where.split('.')) as object | undefined) ?? {})).toEqual(
    expect.arrayContaining(fields.split(/\s+/)),
  )
})
