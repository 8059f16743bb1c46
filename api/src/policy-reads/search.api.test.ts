import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addDays } from '../calendar/days.ts'
import type { Actor } from '../http/context.ts'
import { createAgentActor, createAreaApp, createStaffActor, defaultTestTime } from '../testing/area-app.ts'
import { insertAgency, insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { policyHandlers } from './routes.ts'

const { db } = await createTestDatabase()
const call = createAreaApp(db, policyHandlers)

const root = await insertAgency(db)
const child = await insertAgency(db, { parent: root.agency_id })
const other = await insertAgency(db)
const people = [
  { insured_name: 'Wade Waters', addr1: '7 Inlet Rd', city: 'Tampa', inception_date: '2026-01-05', agency: root },
  { insured_name: 'Ada Li', addr1: '12 Reef Walk', city: 'Miami', inception_date: '2026-02-05', agency: child },
  { insured_name: 'Bo Lindqvist', addr1: '3 Canal St', city: 'Houston', inception_date: '2026-03-05', agency: other },
]
const policies: Awaited<ReturnType<typeof insertPolicy>>[] = []
for (const { agency, ...columns } of people)
  policies.push(await insertPolicy(db, { columns: { ...columns, agency_id: agency.agency_id } }))

const staff = createStaffActor()
const list = (query: string) => call(createStaffActor('superuser'), `GET /api/admin/policies${query}`)
const search = async (actor: Actor, query: string) => {
  const { status, body } = await call(actor, `GET /api/v1/policies/search?${query}`)
  return status === 200 ? body.payload.policies.map((row: { insuredName: string }) => row.insuredName) : status
}

describe('searchPolicies', () => {
  it('returns all policies to staff, but to agents only those of their agency and sub-agencies [ACC-3]', async () => {
    expect(await search(staff, '')).toEqual(['Bo Lindqvist', 'Ada Li', 'Wade Waters'])
    expect(await search(createAgentActor(root), '')).toEqual(['Ada Li', 'Wade Waters'])
    expect(await search(createAgentActor(root), 'SearchScope=1')).toEqual(['Wade Waters'])
    expect(await search(createAgentActor(child), '')).toEqual(['Ada Li'])
    expect(await search(createAgentActor(root), `AgentNumber=${other.agency_no}`)).toEqual([])
  })

  it('returns only policies that changed after the given time', async () => {
    const { rows } = await sql<{ moment: string }>`
      select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment`.execute(db)
    expect(await search(staff, `changedAfter=${rows[0]?.moment}`)).toEqual([])
    await sql`update policies set city = 'Miami Beach' where policy_id = ${policies[1]?.policy_id}`.execute(db)
    expect(await search(staff, `changedAfter=${rows[0]?.moment}`)).toEqual(['Ada Li'])
    expect(await search(createAgentActor(other), `changedAfter=${rows[0]?.moment}`)).toEqual([])
  })

  it('finds policies by name, address, policy number or free text [P261]', async () => {
    const [wade] = policies
    expect(await search(staff, 'InsuredName=ater')).toEqual(['Wade Waters'])
    expect(await search(staff, 'Address=reef%20w')).toEqual(['Ada Li'])
    expect(await search(staff, `QuoteNumber=${wade?.quote_number}`)).toEqual(['Wade Waters'])
    expect(await search(staff, `QuoteNumber=${wade?.policy_no}&searchMode=3`)).toEqual(['Wade Waters'])
    expect(await search(staff, `QuoteNumber=${wade?.policy_no.slice(0, 9)}&searchMode=3`)).toEqual([])
    expect(await search(staff, 'search=houston')).toEqual(['Bo Lindqvist'])
    expect(await search(staff, `search=${wade?.policy_no}`)).toEqual(['Wade Waters'])
  })

  it('matches names, addresses, phone numbers and policy numbers in one free-text search (API-12)', async () => {
    const [wade] = policies
    const { payment_id } = await db
      .insertInto('payments')
      .values({
        ...{ payment_id: 'PAY-9000001-1', policy_id: wade?.policy_id ?? '', payment_type_id: 1, status: 'paid' },
        ...{ amount_cents: 100, payee_name: 'Grove Savings Bank' },
      })
      .returning('payment_id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('policies')
      .set({ phone: '813-555-0177' })
      .where('policy_id', '=', wade?.policy_id ?? '')
      .execute()
    for (const text of [
      'Waters Inlet',
      'tampa, wade',
      `${wade?.zip} waters`,
      'waters 555-0177',
      '(813) 555-0177',
      'grove savings inlet',
      `${wade?.policy_no} wade`,
      `${wade?.quote_number} 7`,
    ])
      expect(await search(staff, `search=${encodeURIComponent(text)}`), text).toEqual(['Wade Waters'])
    for (const text of ['waters reef', 'wade houston', payment_id])
      expect(await search(staff, `search=${encodeURIComponent(text)}`), text).toEqual([])
  })

  it('matches a search term of one or two letters only at the start of a word', async () => {
    expect(await search(staff, 'InsuredName=li&sortField=insuredName&sortDirection=asc')).toEqual([
      'Ada Li',
      'Bo Lindqvist',
    ])
    expect(await search(staff, 'InsuredName=w')).toEqual(['Wade Waters'])
    expect(await search(staff, 'InsuredName=--')).toBe(400)
  })

  it('matches the start of a name or the whole name, depending on the search mode [API-12]', async () => {
    expect(await search(staff, 'InsuredName=wade&searchMode=2')).toEqual(['Wade Waters'])
    expect(await search(staff, 'InsuredName=wade&searchMode=3')).toEqual([])
    expect(await search(staff, 'InsuredName=wade%20waters&searchMode=3')).toEqual(['Wade Waters'])
  })

  it('sorts policies and supports paging by offset and by page number [P261] [D353]', async () => {
    expect(await search(staff, 'sortField=address&sortDirection=asc')).toEqual([
      'Ada Li',
      'Bo Lindqvist',
      'Wade Waters',
    ])
    expect(await search(staff, 'take=1&skip=1')).toEqual(['Ada Li'])
    expect(await search(staff, 'page=2&pageSize=2')).toEqual(['Wade Waters'])
    const { body } = await call(staff, 'GET /api/v1/policies?take=1')
    expect(body.payload).toMatchObject({
      resultCount: 3,
      isCapped: false,
      policies: [
        { company: other.company, totalDue: 1125, currentlyDue: 1125, dueDate: '2026-03-05', dueState: 'pastDue' },
      ],
    })
  })
})

describe('listAdminPolicies', () => {
  it('returns the requested range of policies and the total [API-8]', async () => {
    const { headers, body } = await list(`?range=${encodeURIComponent('[0,1]')}`)
    expect(headers.get('content-range')).toBe('policies 0-1/3')
    expect(headers.get('x-total-capped')).toBe('false')
    expect(body.map((row: { insuredName: string }) => row.insuredName)).toEqual(['Bo Lindqvist', 'Ada Li'])
  })

  it('returns the amount due now, its due date and its state for each policy [BIL-12]', async () => {
    const { body } = await list(`?sort=${encodeURIComponent('["insuredName","ASC"]')}`)
    for (const row of body) {
      const { body: page } = await call(staff, `GET /api/v1/policies/${row.policyNo}`)
      const { currentlyDue, dueDate, dueState, isPaid } = page.payload
      expect(row).toMatchObject({ currentlyDue, isPaid })
      expect([row.dueDate ?? null, row.dueState ?? null]).toEqual([dueDate, dueState])
    }
    expect(body.some((row: { currentlyDue: number }) => row.currentlyDue > 0)).toBe(true)
  })

  it('filters policies by text, agency with sub-agencies, status and flags', async () => {
    const names = async (filter: object) => {
      const { body } = await list(
        `?filter=${encodeURIComponent(JSON.stringify(filter))}&sort=${encodeURIComponent('["totalDue","ASC"]')}`,
      )
      return body.map((row: { insuredName: string }) => row.insuredName).sort()
    }
    expect(await names({ q: 'ada' })).toEqual(['Ada Li'])
    expect(await names({ agencyNo: root.agency_no })).toEqual(['Ada Li', 'Wade Waters'])
    expect(await names({ status: 'Active', isPaid: false, inceptionFrom: '2026-02-01' })).toEqual([
      'Ada Li',
      'Bo Lindqvist',
    ])
    expect(await names({ status: 'Cancelled' })).toEqual([])
    expect(await names({ id: [policies[0]?.policy_no] })).toEqual(['Wade Waters'])
  })

  it('returns 400 for an unknown filter or sort order', async () => {
    expect((await list(`?filter=${encodeURIComponent('{"colour":"red"}')}`)).status).toBe(400)
    expect((await list(`?sort=${encodeURIComponent('["colour","ASC"]')}`)).status).toBe(400)
  })

  it('returns 403 to staff who are not superusers', async () => {
    expect((await call(staff, 'GET /api/admin/policies')).status).toBe(403)
  })
})

describe('exportAdminPolicies', () => {
  it('returns a CSV file with escaped formulas and writes an audit entry', async () => {
    await db
      .updateTable('policies')
      .set({ insured_name: '=1+1' })
      .where('policy_no', '=', policies[0]?.policy_no ?? '')
      .execute()
    const { status, headers, body } = await call(createStaffActor('superuser'), 'GET /api/admin/policies/export')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('text/csv')
    const lines = new TextDecoder().decode(body).trim().split('\n')
    expect(lines).toHaveLength(4)
    expect(lines[0]).toContain('policyNo,')
    expect(lines[3]).toContain("'=1+1")
    const audit = await db.selectFrom('audit_log').select('action').executeTakeFirstOrThrow()
    expect(audit.action).toBe('policies.export')
  })
})

describe('getAdminPolicy', () => {
  it('returns the same fields as the list, and 404 for an unknown policy', async () => {
    const { body } = await call(createStaffActor('superuser'), `GET /api/admin/policies/${policies[1]?.policy_no}`)
    expect(body).toMatchObject({ insuredName: 'Ada Li', agencyName: child.company })
    expect((await call(createStaffActor('superuser'), 'GET /api/admin/policies/RFL3999999')).status).toBe(404)
  })
})

it('searches policies of all sub-agencies and returns 50 rows by default [P395]', async () => {
  const above = await insertAgency(db)
  const below = await insertAgency(db, { parent: above.agency_id })
  const { identity_id, email } = await insertPolicy(db, {
    columns: { agency_id: above.agency_id, insured_name: 'Pia Portal' },
  })
  for (let n = 0; n < 50; n++)
    await insertPolicy(db, { columns: { agency_id: below.agency_id, identity_id, email, insured_name: 'Pia Portal' } })
  expect(await search(createAgentActor(above), 'InsuredName=orta')).toHaveLength(50)
  expect(await search(createAgentActor(above), 'InsuredName=orta&pageSize=60')).toHaveLength(51)
  expect(await search(createAgentActor(above), 'InsuredName=orta&pageSize=60&SearchScope=2&searchMode=1')).toHaveLength(
    51,
  )
})

it('filters policies by pending signature, payment or cancellation, and omits expired policies', async () => {
  const agency = await insertAgency(db)
  const day = defaultTestTime.toISOString().slice(0, 10)
  const open = { inception_date: day, expiration_date: addDays(day, 365), agency_id: agency.agency_id }
  const signed = { is_signed_by_agent: true, is_signed_by_insured: true }
  const book = {
    'Una Unsigned': { is_signed_by_agent: true },
    'Uri Unpaid': signed,
    'Dora Done': signed,
    'Pia Pending': { pending_cancel_at: defaultTestTime, cancel_reason_code: '33' },
    'Carl Cancelled': { cancelled_at: defaultTestTime, cancel_reason_code: '33' },
    'Otto Over': { inception_date: addDays(day, -30), expiration_date: addDays(day, -3) },
  }
  for (const [insured_name, columns] of Object.entries(book))
    await insertPolicy(db, { columns: { ...open, ...columns, insured_name } })
  await db
    .updateTable('policies')
    .set({ is_paid: true })
    .where('agency_id', '=', agency.agency_id)
    .where('insured_name', 'in', ['Una Unsigned', 'Dora Done'])
    .execute()
  const searchWaitingFor = (what: string) =>
    search(createAgentActor(agency), `waitsFor=${what}&sortField=insuredName&sortDirection=asc`)
  expect(await searchWaitingFor('signature')).toEqual(['Una Unsigned'])
  expect(await searchWaitingFor('payment')).toEqual(['Uri Unpaid'])
  expect(await searchWaitingFor('cancellation')).toEqual(['Pia Pending'])
  expect(await search(createAgentActor(agency), 'waitsFor=signature&search=uri')).toEqual([])
  expect(await search(createAgentActor(root), 'waitsFor=cancellation')).toEqual([])
  expect(await searchWaitingFor('patience')).toBe(400)
})

it('finds the same policies by the start of a policy number as a comparison of the whole text [API-12]', async () => {
  const agency = await insertAgency(db)
  const number = 'RFL3770012'
  // A number in another text, a longer number and another product's number must be found or omitted as before.
  const columns = [
    { policy_no: number },
    { policy_no: `${number}34` },
    { policy_no: 'HFL3770012' },
    { policy_no: 'RFL3770020', quote_number: number },
    { policy_no: 'RFL3770021', quote_number: `X${number}` },
    { policy_no: 'RFL3770022', insured_name: `Trust ${number.toLowerCase()}` },
    { policy_no: 'RFL3770023', addr1: `Lot ${number}-B` },
    { policy_no: 'RFL3770024', phone: 'rfl-3770012' },
    { policy_no: 'RFL3770025', phone: number },
  ]
  for (const own of columns)
    await insertPolicy(db, { columns: { insured_name: 'Numa', agency_id: agency.agency_id, ...own } })
  await sql`update policies set payer_names = ${`Payer of ${number}`} where policy_no = 'RFL3770021'`.execute(db)
  const text = sql`lower(' ' || policy_no || ' ' || coalesce(quote_number, '') || ' ' || insured_name || ' ' || address_line || ' '
    || phone || ' ' || replace(phone, '-', '') || ' ' || payer_names)`
  const numbers = sql`lower(policy_no || ' ' || quote_number)`
  const find = async (condition: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ no: string }>`select policy_no as no from policies
      where agency_id = ${agency.agency_id} and ${condition} order by policy_no`.execute(db)
    return rows.map(({ no }) => no)
  }
  const findWithSearch = async (query: string) => {
    const { body } = await call(
      createAgentActor(agency),
      `GET /api/v1/policies/search?sortField=policyNo&sortDirection=asc&${query}`,
    )
    return body.payload.policies.map((row: { policyNo: string }) => row.policyNo)
  }
  for (const length of [6, 7, 8, 9, 10, 11, 12]) {
    const term = `${number}34`.slice(0, length)
    const contains = `%${term.toLowerCase()}%`
    const starts = contains.slice(1)
    const whole = starts.slice(0, -1)
    expect([term, await findWithSearch(`search=${term}`)]).toEqual([term, await find(sql`${text} like ${contains}`)])
    expect(await findWithSearch(`search=numa%20${whole}`)).toEqual(
      await find(sql`${text} like ${contains} and ${text} like '%numa%'`),
    )
    expect(await findWithSearch(`QuoteNumber=${term}`)).toEqual(await find(sql`${numbers} like ${contains}`))
    expect(await findWithSearch(`QuoteNumber=${term}&searchMode=2`)).toEqual(
      await find(sql`${numbers} like ${starts} or ${numbers} like ${`% ${starts}`}`),
    )
    expect(await findWithSearch(`QuoteNumber=${term}&searchMode=3`)).toEqual(
      await find(sql`${whole} in (lower(policy_no), lower(quote_number))`),
    )
  }
  const all = await findWithSearch(`search=${number}`)
  expect(all).toHaveLength(8)
  expect(await findWithSearch(`search=${number}&take=3&skip=3`)).toEqual(all.slice(3, 6))
})
