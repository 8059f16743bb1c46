import { aTestApi } from '@tideline/api/testing/api.ts'
import { anAccount } from '@tideline/api/testing/builders.ts'
import { describe, expect, test } from 'vitest'
import type { Call } from '../support/contract.ts'
import { aLargeBook, rowsOfALargeHouse } from '../support/large-book.ts'
import { type Given, lists, wishesOf } from '../support/list-wishes.ts'
import { faultsOf, inWords, plansOf } from '../support/plans.ts'

const api = await aTestApi({ NODE_ENV: 'production', TIDELINE_DEMO: 'yes' })
const { db } = api
const ran = plansOf(api.database.pool)
await aLargeBook(api.database)

const one = async (query: string): Promise<Record<string, string>> => (await api.database.pool.query(query)).rows[0]
const policy = await one(`select policy_no, identity_id, agency_no from policies
  where policy_id in (select policy_id from payments) and policy_id in (select policy_id from claims) order by policy_no limit 1`)
const agency = await one(`select agency_id, agency_no from agencies where agency_no = '${policy.agency_no}'`)
const ids = await one(`select (select statement_id from commission_statements order by 1 limit 1) as statement,
  (select import_job_id from import_jobs order by 1 limit 1) as job, (select claim_id from claims order by 1 limit 1) as claim,
  (select moratorium_event_id from moratorium_events order by 1 limit 1) as moratorium,
  (select payment_id from payments order by 1 limit 1) as payment`)
const roles = ['internal', 'superuser', 'financeadmin', 'commissionAdmin']
const callers = {
  staff: await api.tokenFor({ accountId: (await anAccount(db, { kind: 'staff', roles })).account_id }),
  agent: await api.tokenFor({
    accountId: (await anAccount(db, { agency_id: agency.agency_id ?? '', roles: ['financeadmin'] })).account_id,
  }),
  insured: await api.tokenFor({ identityId: policy.identity_id ?? '' }),
}

/** What somebody asks for in a condition that is no choice, by its name. Names that many share are looked for, too: Casey is one in six. */
const given: Given = {
  q: ['corlan', 'casey'],
  search: ['corlan', 'casey'],
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
  requestId: ['req_200'],
  country: ['US'],
  createdBy: ['corlan'],
  lockboxNo: ['001'],
  paymentId: [ids.payment],
  state: ['FL'],
  countyFips: ['12057'],
  id: ['00000000-0000-4000-8000-000000000001'],
  statementId: [ids.statement],
  jobId: [ids.job],
  moratoriumId: [ids.moratorium],
  claimID: [ids.claim],
  endpointId: ['00000000-0000-4000-8000-000000000001'],
  year: [2026],
  month: [9],
  changedAfter: ['2026-11-20T12:00:00Z'],
  // Of a day in the middle, so that each side is half of the book.
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
/** Rows that one page, or one count that stops at 10,000, may look at or put in order; no list reads more of what grows. */
const most = 35_000

/**
 * What no index makes small, and why. One policy in twelve is Casey’s: which commission lines are, is told by looking through the lines (a
 * hundred thousand) or through the policies, of which there are as many that fit. What all agencies' policies owe is a sum over all that owe.
 */
const readsMuch: Readonly<Record<string, readonly string[]>> = {
  listAdminCommissionTransactions: ['q = casey'],
  listAging: ['all'],
}

async function slowWishes(call: Call): Promise<string[]> {
  const found = new Set<string>()
  const who = (Object.keys(callers) as (keyof typeof callers)[]).filter((caller) =>
    call['x-access'].who.includes(caller),
  )
  for (const caller of who)
    for (const { title, query, body } of wishesOf(call, given)) {
      const path = call.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(given[name]?.[0])))
      ran()
      const response = await api.call(call.method, `${path}?${new URLSearchParams(query)}`, {
        token: callers[caller],
        ...(body === undefined ? {} : { body }),
      })
      if (response.status !== 200 && response.status !== 404)
        throw new Error(`${caller}, ${title}: ${response.status} ${await response.text()}`)
      await response.arrayBuffer()
      if (readsMuch[call.operationId]?.includes(title.split(',')[0] ?? '')) continue
      for (const { Plan } of ran())
        for (const fault of faultsOf(Plan, { rows: rowsOfALargeHouse, most }))
          found.add(`${caller}, ${title}: ${fault} (${inWords(Plan)})`)
    }
  return [...found]
}

describe('on a book of a million policies, half a million payments and a hundred thousand commission lines', () => {
  test.each(lists.map((call) => [call.operationId, call] as const))(
    '%s reads a page of each condition in each order by an index',
    async (_, call) => expect(await slowWishes(call)).toEqual([]),
  )
})
