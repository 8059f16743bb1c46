import { describe, expect, it } from 'vitest'
import { aTestApi } from '../testing/api.ts'
import { anAccount, anAgency, aPolicy } from '../testing/builders.ts'

const api = await aTestApi()
const { db } = api
const tokenOf = async (...roles: string[]) =>
  api.tokenFor({ accountId: (await anAccount(db, { roles: [...roles, 'internal'] })).account_id })
const finance = await tokenOf('financeadmin')
const keeper = await tokenOf('commissionAdmin')
const staff = await tokenOf()
const agency = await anAgency(db)

const list = (token: string, name: string, query: Record<string, unknown> = {}) => {
  const search = new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, JSON.stringify(value)]),
  )
  return api.call('GET', `/api/admin/${name}?${search}`, { token })
}
const aStatement = async (month: string, state: 'open' | 'closed') => {
  const { statement_id } = await db
    .insertInto('commission_statements')
    .values({ agency_id: agency.agency_id, month })
    .returning('statement_id')
    .executeTakeFirstOrThrow()
  const policy = await aPolicy(db, { columns: { agency_id: agency.agency_id, agency_no: agency.agency_no } })
  await db
    .insertInto('commission_lines')
    .values({
      statement_id,
      policy_id: policy.policy_id,
      policy_transaction_id: policy.policyTransactionId,
      kind: 'commission',
      premium_cents: 100_000,
      rate_basis_points: 1500,
      amount_cents: 15_000,
    })
    .execute()
  if (state === 'closed')
    await db
      .updateTable('commission_statements')
      .set({ state, closed_at: new Date() })
      .where('statement_id', '=', statement_id)
      .execute()
  return { id: statement_id, policyNo: policy.policy_no }
}
const open = await aStatement('2026-11-01', 'open')
const closed = await aStatement('2026-10-01', 'closed')

describe('statements in the back office', () => {
  it('are summed from lines and adjustments, for finance', async () => {
    expect((await list(staff, 'commissionStatements')).status).toBe(403)
    const answer = await list(finance, 'commissionStatements', {
      filter: { agencyNo: agency.agency_no },
      sort: ['month', 'DESC'],
    })
    expect(await answer.json()).toMatchObject([
      {
        id: open.id,
        year: 2026,
        month: 11,
        status: 'open',
        premium: 1000,
        commission: 150,
        adjustments: 0,
        total: 150,
      },
      { id: closed.id, year: 2026, month: 10, status: 'closed' },
    ])
    const lines = await (await list(finance, 'commissionTransactions', { filter: { statementId: open.id } })).json()
    expect(lines).toMatchObject([
      { policyNo: open.policyNo, transactionType: 'NB', premium: 1000, rate: 0.15, commission: 150 },
    ])
  })

  it('take adjustments while they are open only', async () => {
    const add = (statementId: string, more: object = {}) =>
      api.call('POST', '/api/admin/commissionAdjustments', {
        token: finance,
        body: {
          statementId,
          description: 'Marketing allowance',
          adjustmentAmount: 100,
          privateNotes: 'By telephone.',
          ...more,
        },
      })
    const answer = await add(open.id)
    expect(answer.status).toBe(201)
    const { id } = await answer.json()
    const path = `/api/admin/commissionAdjustments/${id}`
    const changed = await api.call('PUT', path, {
      token: finance,
      body: { description: 'Allowance', adjustmentAmount: -42.5 },
    })
    expect(await changed.json()).toMatchObject({ adjustmentAmount: -42.5, privateNotes: null })
    const [statement] = await (await list(finance, 'commissionStatements', { filter: { id: [open.id] } })).json()
    expect(statement).toMatchObject({ adjustments: -42.5, total: 107.5 })
    expect((await add(closed.id)).status).toBe(409)
    expect((await add(open.id, { adjustmentAmount: 0 })).status).toBe(422)
    expect((await api.call('DELETE', path, { token: finance })).status).toBe(200)
    expect((await api.call('GET', path, { token: finance })).status).toBe(404)
  })
})

describe('overrides in the back office', () => {
  const override = {
    agencyNo: agency.agency_no,
    productId: 4,
    newRate: 0.17,
    renewalRate: 0.14,
    effectiveDate: '2026-11-01',
  }
  const write = (method: string, path: string, body?: object, token = keeper) =>
    api.call(method, `/api/admin/commissionOverrides${path}`, { token, ...(body && { body }) })

  it('are added, changed and removed by those who keep the commissions', async () => {
    expect((await write('POST', '', override, staff)).status).toBe(403)
    const answer = await write('POST', '', override)
    expect(answer.status).toBe(201)
    const added = await answer.json()
    expect(added).toEqual({ ...override, id: `${agency.agency_no}.4.2026-11-01`, agencyName: agency.company })
    expect((await write('POST', '', override)).status).toBe(409)
    expect(
      await (await list(keeper, 'commissionOverrides', { filter: { agencyNo: agency.agency_no } })).json(),
    ).toEqual([added])
    const changed = await write('PUT', `/${added.id}`, { ...override, newRate: 0.18, effectiveDate: '2026-12-01' })
    expect(await changed.json()).toMatchObject({ id: `${agency.agency_no}.4.2026-12-01`, newRate: 0.18 })
    expect((await write('DELETE', `/${added.id}`)).status).toBe(404)
    expect((await write('DELETE', `/${agency.agency_no}.4.2026-12-01`)).status).toBe(200)
    expect(
      await (await list(keeper, 'commissionOverrides', { filter: { agencyNo: agency.agency_no } })).json(),
    ).toEqual([])
  })

  it('leave closed months alone', async () => {
    expect((await write('POST', '', { ...override, effectiveDate: '2026-10-15' })).status).toBe(409)
    expect((await write('POST', '', { ...override, agencyNo: '999999' })).status).toBe(422)
    await db
      .insertInto('commission_rates')
      .values({
        agency_id: agency.agency_id,
        product_id: 1,
        is_renewal: false,
        rate_basis_points: 1600,
        effective_from: '2026-01-01',
      })
      .execute()
    const used = `/${agency.agency_no}.1.2026-01-01`
    expect((await write('DELETE', used)).status).toBe(409)
    expect((await write('PUT', used, { ...override, productId: 1, effectiveDate: '2026-01-01' })).status).toBe(409)
  })
})

describe('payments in the back office', () => {
  it('are listed for finance and for nobody else', async () => {
    expect((await list(keeper, 'payments')).status).toBe(403)
    expect((await list(finance, 'payments', { filter: { colour: 1 } })).status).toBe(400)
    const answer = await list(finance, 'payments', {
      sort: ['amount', 'DESC'],
      filter: { paymentStatus: 'paid', amountFrom: 1 },
    })
    expect(answer.headers.get('content-range')).toBe('payments 0-0/0')
  })
})
