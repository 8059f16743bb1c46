import { deleteOldData } from '@tideline/api/jobs/delete-old-data.ts'
import { createTestApi } from '@tideline/api/testing/api.ts'
import { createTestContext } from '@tideline/api/testing/area-app.ts'
import { insertAccount } from '@tideline/api/testing/builders.ts'
import { describe, expect, test } from 'vitest'
import type { Call } from '../support/contract.ts'
import { createLargeBook, largeBookRows } from '../support/large-book.ts'
import { type FilterValues, getListQueries, lists } from '../support/list-queries.ts'
import { findPlanProblems, formatPlan, recordPlans } from '../support/query-plans.ts'
import { selectCases } from '../support/thorough.ts'

const api = await createTestApi({ NODE_ENV: 'production', TIDELINE_DEMO: 'yes' })
const { db } = api
const takePlans = recordPlans(api.database.pool)
await createLargeBook(api.database)

const one = async (query: string): Promise<Record<string, string>> => (await api.database.pool.query(query)).rows[0]
const policy = await one(`select policy_no, identity_id, agency_no from policies
  where policy_id in (select policy_id from payments) and policy_id in (select policy_id from claims) order by policy_no limit 1`)
const agency = await one(`select agency_id, agency_no from agencies where agency_no = '${policy.agency_no}'`)
const ids = await one(`select (select statement_id from commission_lines order by 1 limit 1) as statement,
  (select import_job_id from import_jobs order by 1 limit 1) as job, (select claim_id from claims order by 1 limit 1) as claim,
  (select moratorium_event_id from moratorium_events order by 1 limit 1) as moratorium,
  (select payment_id from payments order by 1 limit 1) as payment,
  (select lockbox_file_id from lockbox_files order by 1 limit 1) as file,
  (select commission_line_id from commission_lines
    where statement_id = (select statement_id from commission_lines order by 1 limit 1) limit 1) as line`)
const roles = ['internal', 'superuser', 'financeadmin', 'commissionAdmin']
const { account_id: staff } = await insertAccount(db, { kind: 'staff', roles })
await db.updateTable('bulk_jobs').set({ requested_by: staff }).execute()
const callers = {
  staff: await api.tokenFor({ accountId: staff }),
  agent: await api.tokenFor({
    accountId: (await insertAccount(db, { agency_id: agency.agency_id ?? '', roles: ['financeadmin'] })).account_id,
  }),
  insured: await api.tokenFor({ identityId: policy.identity_id ?? '' }),
}

/**
 * Values for filters that are not enums, by parameter name. "Casey" is a common name that matches one policyholder in
 * six.
 */
const filterValues: FilterValues = {
  q: ['corlan', 'casey', 'RFL3000200'],
  search: ['corlan', 'casey', 'RFL3000200'],
  searchParam: ['corlan'],
  text: ['corlan'],
  InsuredName: ['corlan', 'casey'],
  insuredName: ['corlan', 'casey'],
  Address: ['corlan', 'demo st'],
  address: ['corlan', 'demo st'],
  QuoteNumber: ['Q3000200'],
  policyNo: [policy.policy_no],
  AgentNumber: [policy.agency_no],
  agencyNo: [policy.agency_no],
  agentNo: [policy.agency_no],
  parentAgencyNo: [policy.agency_no],
  action: ['note.create'],
  actorName: ['Casey Corlan'],
  subjectKind: ['note'],
  subjectId: ['RFL3000200'],
  entityId: ['secondFactor.staff'],
  requestId: ['req_200'],
  country: ['US'],
  createdBy: ['corlan'],
  lockboxNo: ['001'],
  paymentId: [ids.payment],
  state: ['FL'],
  propertyState: ['FL'],
  countyFips: ['12057'],
  id: ['00000000-0000-4000-8000-000000000001'],
  batchId: ['00000000-0000-4000-8000-000000000001'],
  statementId: [ids.statement],
  jobId: [ids.job],
  moratoriumId: [ids.moratorium],
  claimID: [ids.claim],
  endpointId: ['00000000-0000-4000-8000-000000000001'],
  noticeId: ['00000000-0000-4000-8000-000000000001'],
  importId: [ids.file],
  template: ['receipt'],
  version: [1],
  lineId: [ids.line],
  day: ['2026-09-01'],
  year: [2026],
  month: [9],
  changedAfter: ['2026-11-20T12:00:00Z'],
  // Date in the middle of the data, so that half of the rows are on each side.
  ...Object.fromEntries(
    ['from', 'createdFrom', 'inceptionFrom', 'noticeFrom', 'depositFrom', 'depositDateFrom'].map((name) => [
      name,
      ['2026-09-01'],
    ]),
  ),
  ...Object.fromEntries(
    ['to', 'createdTo', 'inceptionTo', 'noticeTo', 'depositTo', 'depositDateTo'].map((name) => [name, ['2026-09-01']]),
  ),
  amountFrom: [250],
  amountTo: [250],
}
/**
 * Maximum number of rows that a page may read or sort. Also applies to a count that stops at 10,000. Reading more rows
 * of a growing table is an error.
 */
const maxRows = 35_000

/**
 * Queries that no index can limit. A search for Casey, who is on one policy in twelve, reads either all commission
 * lines or as many policies. The aging list sums the balances of all agencies' policies.
 */
const unboundedQueries: Readonly<Record<string, readonly string[]>> = {
  listAdminCommissionTransactions: ['q = casey'],
  listAging: ['all'],
  // Reads all lines of a month, because their sum is the month's commission.
  getCommissionMonth: ['all'],
}

/**
 * Operations that return a single object, which this book does not contain. The object's size limits how many rows they
 * read.
 */
const singleObjectOperations: Readonly<Record<string, string>> = {
  getCancellationNotice: 'one notice, with its letters and amounts',
  exportPayoutBatch: 'one batch, with its statements',
  getAdminMoratorium: 'one event, with as many counties as there are',
  getPayoutBatch: 'one batch, with its statements',
  getPolicyEmail: 'one mail with its versions',
  getReconciliation: 'one day, written down when it was reconciled',
  listLockboxSteps: 'one check, with what happened to it',
  listWidgetRegistrations: 'one agency, with its widgets',
}

/** Returns problems in the query plans of a list. */
async function findListProblems(call: Call): Promise<string[]> {
  const found = new Set<string>()
  const places = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  const unknown = places.find((name) => !filterValues[name]?.[0])
  if (unknown && !(call.operationId in singleObjectOperations))
    throw new Error(`${call.operationId}: say which ${unknown} is read.`)
  let hasSuccess = false
  const who = (Object.keys(callers) as (keyof typeof callers)[]).filter((caller) =>
    call['x-access'].who.includes(caller),
  )
  for (const caller of who)
    for (const { title, query, body } of selectCases(getListQueries(call, filterValues), 6)) {
      const path = call.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(filterValues[name]?.[0])))
      takePlans()
      const response = await api.call(call.method, `${path}?${new URLSearchParams(query)}`, {
        token: callers[caller],
        ...(body === undefined ? {} : { body }),
      })
      // The server may reject a filter that the caller is not allowed to use. Such a request is rejected before any
      // rows are read.
      if (![200, 403, 404].includes(response.status))
        throw new Error(`${caller}, ${title}: ${response.status} ${await response.text()}`)
      await response.arrayBuffer()
      hasSuccess ||= response.status === 200
      const [condition = ''] = title.split(',')
      if (unboundedQueries[call.operationId]?.some((one) => condition === one || condition.startsWith(`${one} = `)))
        continue
      for (const { Plan } of takePlans())
        for (const fault of findPlanProblems(Plan, { rows: largeBookRows, most: maxRows }))
          found.add(`${caller}, ${title}: ${fault} (${formatPlan(Plan)})`)
    }
  // Reports a problem if every response was a 404, because a 404 reads no rows and proves nothing.
  if (!hasSuccess && !(call.operationId in singleObjectOperations)) found.add('no response was successful')
  return [...found]
}

/**
 * Checks the PostgreSQL plans (auto_explain) of every list in the contract, for each caller, filter, and sort order. The
 * nightly run checks all of their combinations, other runs a sixth.
 * The book has realistic values and simulated table sizes (support/large-book.ts). A plan may scan a whole table only
 * if the table is small, a limit stops the scan early, or `unboundedQueries` lists the query. tests/bench measures
 * durations.
 */
describe('query plans on a large database', () => {
  test.each(lists.map((call) => [call.operationId, call] as const))(
    'use an index for each filter and sort order of %s',
    async (_, call) => expect(await findListProblems(call)).toEqual([]),
  )

  test('use an index for each delete of the nightly cleanup job', async () => {
    takePlans()
    await deleteOldData(createTestContext(db, { kind: 'job', name: 'forget_old' }, { now: new Date() }))
    const plans = takePlans()
    expect(plans.filter(({ 'Query Text': text }) => text.includes('delete from')).length).toBeGreaterThanOrEqual(9)
    const faults = plans.flatMap(({ Plan }) =>
      findPlanProblems(Plan, { rows: largeBookRows, most: maxRows }).map((fault) => `${fault} (${formatPlan(Plan)})`),
    )
    expect(faults).toEqual([])
  })
})
