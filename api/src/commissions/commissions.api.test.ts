import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { sendStatementEmail } from '../jobs/send-statement-email.ts'
import { type EmailJob, sendEmail } from '../notifications/enqueue-email.ts'
import { renderEmail } from '../providers/mail/templates/index.ts'
import { createTestApi } from '../testing/api.ts'
import { createStaffActor, createTestContext } from '../testing/area-app.ts'
import { insertAccount, insertAgency, insertPolicy } from '../testing/builders.ts'
import { failCommissionRun, processCommissionRun } from './process-commission-run.ts'
import { recordCommission } from './record-commission.ts'

const api = await createTestApi()
const { db } = api
const getToken = async (...roles: string[]) =>
  api.tokenFor({ accountId: (await insertAccount(db, { roles: [...roles, 'internal'] })).account_id })
const finance = await getToken('financeadmin')
const commissionAdmin = await getToken('commissionAdmin')
const staff = await getToken()
const agency = await insertAgency(db)
const anAgentWith = async (...roles: string[]) => {
  const { account_id } = await insertAccount(db, { agency_id: agency.agency_id, roles })
  return api.tokenFor({ accountId: account_id })
}

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
  const policy = await insertPolicy(db, { columns: { agency_id: agency.agency_id, agency_no: agency.agency_no } })
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

/** Expects that one email about the closed statement was sent, even if the job runs twice. */
async function expectMailedOnce({ agency_no }: { agency_no: string }, statementId: string, total: string) {
  const { rows } = await sql<{ statementId: string }>`
    select payload ->> 'statementId' as "statementId" from graphile_worker._private_jobs where key = ${`mail-statement:${statementId}`}`.execute(
    db,
  )
  expect(rows).toEqual([{ statementId }])
  const sent: unknown[] = []
  const mail = { render: renderEmail, send: async (one: unknown) => ({ messageId: `id-${sent.push(one)}` }) }
  const ctx = createTestContext(db, { kind: 'job', name: 'mail' }, { providers: { mail } as never })
  for (const _ of ['once', 'again']) {
    await sendStatementEmail(ctx, statementId)
    const queued = await sql<{ job: EmailJob }>`
      select payload as job from graphile_worker._private_jobs where payload ->> 'emailMessageId' = ${statementId}`.execute(
      db,
    )
    for (const { job } of queued.rows) await sendEmail(ctx, job)
  }
  expect(sent).toEqual([
    expect.objectContaining({ to: `office-${agency_no}@example.com`, text: expect.stringContaining(total) }),
  ])
  // The email contains a link to the statement in the portal.
  expect(sent).toEqual([expect.objectContaining({ text: expect.stringContaining(`/statements/${statementId}`) })])
}

describe('back-office commission statement API', () => {
  it('returns the total of lines and adjustments to finance administrators only', async () => {
    expect((await list(staff, 'commissionStatements')).status).toBe(403)
    const response = await list(finance, 'commissionStatements', {
      filter: { agencyNo: agency.agency_no },
      sort: ['month', 'DESC'],
    })
    expect(await response.json()).toMatchObject([
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

  it('accepts an adjustment only while the statement is open', async () => {
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
    const response = await add(open.id)
    expect(response.status).toBe(201)
    const { id } = await response.json()
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

describe('back-office commission rate API', () => {
  const override = {
    agencyNo: agency.agency_no,
    productId: 4,
    newRate: 0.17,
    renewalRate: 0.14,
    effectiveDate: '2026-11-01',
  }
  const write = (method: string, path: string, body?: object, token = commissionAdmin) =>
    api.call(method, `/api/admin/commissionOverrides${path}`, { token, ...(body && { body }) })

  it("lets commission administrators create, update and delete an agency's own rate", async () => {
    expect((await write('POST', '', override, staff)).status).toBe(403)
    const response = await write('POST', '', override)
    expect(response.status).toBe(201)
    const added = await response.json()
    expect(added).toEqual({ ...override, id: `${agency.agency_no}.4.2026-11-01`, agencyName: agency.company })
    expect((await write('POST', '', override)).status).toBe(409)
    expect(
      await (await list(commissionAdmin, 'commissionOverrides', { filter: { agencyNo: agency.agency_no } })).json(),
    ).toEqual([added])
    const changed = await write('PUT', `/${added.id}`, { ...override, newRate: 0.18, effectiveDate: '2026-12-01' })
    expect(await changed.json()).toMatchObject({ id: `${agency.agency_no}.4.2026-12-01`, newRate: 0.18 })
    expect((await write('DELETE', `/${added.id}`)).status).toBe(404)
    expect((await write('DELETE', `/${agency.agency_no}.4.2026-12-01`)).status).toBe(200)
    expect(
      await (await list(commissionAdmin, 'commissionOverrides', { filter: { agencyNo: agency.agency_no } })).json(),
    ).toEqual([])
  })

  it('is moved to another agency only once if that agency gets the same override concurrently', async () => {
    const from = await insertAgency(db)
    const to = await insertAgency(db)
    const start = { ...override, agencyNo: from.agency_no }
    for (let round = 0; round < 5; round += 1) {
      const { id } = await (await write('POST', '', start)).json()
      const target = { ...override, agencyNo: to.agency_no }
      const both = await Promise.all([write('PUT', `/${id}`, target), write('POST', '', target)])
      const statuses = both.map(({ status }) => status).toSorted()
      expect([
        [200, 409],
        [201, 409],
      ]).toContainEqual(statuses)
      await write('DELETE', `/${to.agency_no}.${override.productId}.${override.effectiveDate}`)
      await write('DELETE', `/${id}`)
    }
  })

  it('rejects an effective date in a closed month, and changes to a rate used in a closed month', async () => {
    expect((await write('POST', '', { ...override, effectiveDate: '2026-10-15' })).status).toBe(422)
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

describe('commission API', () => {
  const send = async (token: string, request: string, body?: object) => {
    const [method = '', path = ''] = request.split(' ')
    const response = await api.call(method, `/api/v1/commissions/${path}`, { token, ...(body && { body }) })
    return { status: response.status, body: await response.json() }
  }
  const agentOf = async ({ agency_id }: { agency_id: string }, ...roles: string[]) =>
    api.tokenFor({ accountId: (await insertAccount(db, { agency_id, roles: roles as never })).account_id })
  const createAgencies = async () => {
    const root = await insertAgency(db)
    const own = await insertAgency(db, { parent: root.agency_id })
    const below = await insertAgency(db, { parent: own.agency_id })
    const at = { root, own, below, stranger: await insertAgency(db) }
    const ofOwn = await aStatementOf(own)
    return {
      ...at,
      statement: ofOwn,
      sees: { root: await agentOf(root, 'financeadmin'), own: await agentOf(own, 'financeadmin') },
      seesNot: { below: await agentOf(below, 'financeadmin'), stranger: await agentOf(at.stranger, 'financeadmin') },
      forbidden: {
        agentWithoutRole: await agentOf(own),
        staffWithoutRole: staff,
        commissionAdmin,
        insured: await api.tokenFor({ identityId: (await insertPolicy(db)).identity_id }),
      },
    }
  }
  const aStatementOf = async (of: { agency_id: string; agency_no: string }, month = '2026-10-01') => {
    const { statement_id } = await db
      .insertInto('commission_statements')
      .values({ agency_id: of.agency_id, month })
      .returning('statement_id')
      .executeTakeFirstOrThrow()
    const policy = await insertPolicy(db, { columns: { agency_id: of.agency_id, agency_no: of.agency_no } })
    await db
      .insertInto('commission_lines')
      .values({
        ...{ statement_id, policy_id: policy.policy_id, policy_transaction_id: policy.policyTransactionId },
        ...{ kind: 'commission', premium_cents: 99_451, rate_basis_points: 1500, amount_cents: 14_918 },
      })
      .execute()
    return { id: statement_id, policyNo: policy.policy_no }
  }
  const readers = (id: string) => [
    `GET statements/${id}`,
    `GET statements/${id}/transactions`,
    `GET statements/${id}/adjustments`,
  ]
  const at = (moment: string, work: () => Promise<void>) => api.at(Date.parse(moment) - Date.now(), work)
  const close = (token: string, id: string) => send(token, `POST statements/${id}/close`)
  const numbers = (rows: { agencyNo: string }[]) => rows.map(({ agencyNo }) => agencyNo)

  it('returns the statements of a month, and one statement with totals, lines and adjustments [P331] [P332] [P333] [P334] [P151]', async () => {
    const { own, statement, sees } = await createAgencies()
    const input = {
      statementId: statement.id,
      description: 'Allowance',
      adjustmentAmount: 10.5,
      privateNotes: 'By phone.',
    }
    const added = await send(finance, 'POST adjustments', input)
    const { payload } = (await send(finance, `GET statements/${statement.id}`)).body
    expect(payload).toEqual({
      ...{ statementId: statement.id, agencyNo: own.agency_no, agencyName: own.company, year: 2026, month: 10 },
      ...{ status: 'open', premium: 994.51, commission: 149.18, adjustments: 10.5, total: 159.68 },
      ...{ transactionCount: 1, closedAt: null, pendingCommission: 0, paidOn: null, paymentReference: null },
    })
    const month = await send(finance, `GET statements?year=2026&month=10&agencyNo=${own.agency_no}`)
    expect(month.body.payload).toMatchObject({ resultCount: 1, items: [payload], nextCursor: null })
    expect((await send(finance, `GET statements/${statement.id}/transactions`)).body.payload.items).toMatchObject([
      { policyNo: statement.policyNo, transactionType: 'NB', premium: 994.51, rate: 0.15, commission: 149.18 },
    ])
    const adjustments = (token: string) => send(token, `GET statements/${statement.id}/adjustments`)
    expect((await adjustments(finance)).body.payload).toEqual([added.body.payload])
    // Only staff can see the private notes.
    expect((await adjustments(sees.own)).body.payload).toEqual([{ ...added.body.payload, privateNotes: null }])
  })

  it('returns statements to finance administrators, the agency and its parent agencies, but not to other staff', async () => {
    const { own, root, statement, sees, seesNot, forbidden } = await createAgencies()
    const missing = await send(finance, 'GET statements/00000000-0000-4000-8000-00000000dead')
    for (const call of readers(statement.id)) {
      for (const token of [...Object.values(sees), finance]) expect((await send(token, call)).status, call).toBe(200)
      for (const token of Object.values(seesNot)) {
        const response = await send(token, call)
        expect([response.status, response.body.message], call).toEqual([404, missing.body.message])
      }
      for (const token of Object.values(forbidden)) expect((await send(token, call)).status, call).toBe(403)
    }
    const listed = async (token: string) =>
      numbers((await send(token, 'GET statements?year=2026&month=10')).body.payload.items)
    expect(await listed(sees.own)).toEqual([own.agency_no])
    expect(await listed(sees.root)).toEqual([own.agency_no])
    expect(await listed(seesNot.below)).toEqual([])
    await aStatementOf(root)
    expect(await listed(sees.root)).toEqual([root.agency_no, own.agency_no].toSorted())
    expect(await listed(sees.own)).toEqual([own.agency_no])
    expect((await send(forbidden.agentWithoutRole, 'GET statements?year=2026&month=10')).status).toBe(403)
  })

  it('returns the calculation of a line and the statement file only to authorized users', async () => {
    const { own, root, statement, sees, seesNot, forbidden } = await createAgencies()
    const [line] = (await send(finance, `GET statements/${statement.id}/transactions`)).body.payload.items
    const trace = `statements/${statement.id}/transactions/${line.id}/trace`
    // The parent agency earns an override on the same transaction.
    const { id: above } = await aStatementOf(root)
    const { policy_id, policy_transaction_id } = await db
      .selectFrom('commission_lines')
      .select(['policy_id', 'policy_transaction_id'])
      .where('commission_line_id', '=', line.id)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('commission_lines')
      .values({
        ...{ statement_id: above, policy_id, policy_transaction_id, kind: 'override' },
        ...{ premium_cents: 99_451, rate_basis_points: 200, amount_cents: 1_989 },
      })
      .execute()
    const { payload } = (await send(finance, `GET ${trace}`)).body
    const chain = [
      { agencyNo: own.agency_no, agencyName: own.company, isOverride: false, rate: 0.15, commission: 149.18 },
      { agencyNo: root.agency_no, agencyName: root.company, isOverride: true, rate: 0.02, commission: 19.89 },
    ]
    expect(payload).toMatchObject({
      ...{ lineId: line.id, base: 994.51, rate: 0.15, commission: 149.18, chain },
      transactions: [{ transactionType: 'NB', postDate: '2026-11-20', premium: 994.51 }],
    })
    expect(payload.steps).toContain('$994.51 × 15% = $149.18.')
    // The agency cannot see the overrides of its parent agencies.
    expect((await send(sees.own, `GET ${trace}`)).body.payload.chain).toEqual(chain.slice(0, 1))
    expect((await send(sees.root, `GET ${trace}`)).body.payload.chain).toEqual(chain)
    expect((await send(finance, `GET ${trace.replace(statement.id, above)}`)).status).toBe(404)

    await send(finance, 'POST adjustments', {
      ...{ statementId: statement.id, description: '=1+1', adjustmentAmount: -9.18, privateNotes: 'By phone.' },
    })
    const file = (token: string, format: string) =>
      api.call('GET', `/api/v1/commissions/statements/${statement.id}/file?format=${format}`, { token })
    const csv = await (await file(sees.own, 'csv')).text()
    const [head, first, second] = csv.trim().split('\n')
    expect(head).toMatch(/^lineId,kind,policyNo,.*,commission,description$/)
    expect(first).toContain(`${line.id},commission,${statement.policyNo},`)
    expect(second).toMatch(/,adjustment,.*,-9\.18,'=1\+1$/)
    expect(csv).not.toContain('By phone.')
    expect(await (await file(sees.own, 'csv')).text()).toBe(csv)
    const starts = async (format: string) =>
      [...new Uint8Array(await (await file(sees.own, format)).arrayBuffer())].slice(0, 2)
    expect([await starts('pdf'), await starts('xlsx')]).toEqual(['%P', 'PK'].map((text) => [...Buffer.from(text)]))
    const [, name] =
      /filename="(.*)"/.exec((await file(finance, 'xlsx')).headers.get('content-disposition') ?? '') ?? []
    expect(name).toBe(`commission-${own.agency_no}-2026-10.xlsx`)

    const calls = (token: string) =>
      Promise.all([file(token, 'csv'), api.call('GET', `/api/v1/commissions/${trace}`, { token })])
    for (const token of [...Object.values(sees), finance])
      expect((await calls(token)).map(({ status }) => status)).toEqual([200, 200])
    for (const token of Object.values(seesNot))
      expect((await calls(token)).map(({ status }) => status)).toEqual([404, 404])
    for (const token of Object.values(forbidden))
      expect((await calls(token)).map(({ status }) => status)).toEqual([403, 403])
  })

  it('adds an adjustment to an open statement, deletes it and updates the total [P335] [P336]', async () => {
    const { statement, sees } = await createAgencies()
    const input = {
      statementId: statement.id,
      description: 'Correction',
      adjustmentAmount: -25.5,
      privateNotes: 'By phone.',
    }
    const total = async () => (await send(finance, `GET statements/${statement.id}`)).body.payload.total
    const { status, body } = await send(finance, 'POST adjustments', input)
    expect([status, body.payload]).toEqual([201, expect.objectContaining(input)])
    expect(await total()).toBe(123.68)
    const { createdAt, createdBy, carriedFromStatementId, ...known } = body.payload
    expect((await send(finance, 'DELETE adjustments', known)).body.payload).toBe(null)
    expect(await total()).toBe(149.18)
    expect((await send(finance, 'DELETE adjustments', known)).status).toBe(404)
    expect((await send(finance, 'POST adjustments', { ...input, adjustmentAmount: 0 })).status).toBe(422)
    const readonly = await getToken('financeadmin', 'readonly')
    for (const token of [readonly, commissionAdmin, staff, sees.own]) {
      expect((await send(token, 'POST adjustments', input)).status).toBe(403)
      expect((await send(token, 'DELETE adjustments', known)).status).toBe(403)
    }
  })

  it('closes a past month permanently and rejects later changes, even in the database', async () => {
    const { own, statement, sees } = await createAgencies()
    const readonly = await getToken('financeadmin', 'readonly')
    for (const token of [readonly, commissionAdmin, staff, sees.own])
      expect((await close(token, statement.id)).status).toBe(403)
    const { id: running } = await aStatementOf(own, '2026-11-01')
    // A month is not over until it ends in American Samoa, 11 hours after it ends in UTC.
    await at('2026-12-01T10:59:00Z', async () =>
      expect(await close(await getToken('financeadmin'), running)).toMatchObject({
        status: 409,
        body: {
          errors: [
            {
              code: 'month_not_ended',
              message: 'The month has not ended. This statement can be closed starting 12/01/2026.',
            },
          ],
        },
      }),
    )
    const early = { statementId: statement.id, description: 'Early', adjustmentAmount: 0.01 }
    const before = await send(finance, 'POST adjustments', early)
    const undo = { ...early, adjustmentAmount: -0.01 }
    expect([before.status, (await send(finance, 'POST adjustments', undo)).status]).toEqual([201, 201])
    await at('2026-11-20T12:00:00Z', async () => {
      const token = await getToken('financeadmin')
      // Two concurrent requests: one closes the statement, and the other gets 409.
      const both = await Promise.all([close(token, statement.id), close(token, statement.id)])
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    })
    await expectMailedOnce(own, statement.id, '$149.18')
    const { body } = await send(finance, `GET statements/${statement.id}`)
    expect(body.payload).toMatchObject({ status: 'closed', total: 149.18, closedAt: expect.any(String) })
    const input = { statementId: statement.id, description: 'Late', adjustmentAmount: 1 }
    expect((await send(finance, 'POST adjustments', input)).body.errors[0].code).toBe('statement_closed')
    for (const [method, change] of [
      ['PUT', { description: 'Late', adjustmentAmount: 1 }],
      ['DELETE', undefined],
    ] as const) {
      const path = `/api/admin/commissionAdjustments/${before.body.payload.adjustementId}`
      const response = await api.call(method, path, { token: finance, ...(change && { body: change }) })
      expect([method, response.status, (await response.json()).errors[0].code]).toEqual([
        method,
        409,
        'statement_closed',
      ])
    }
    const change = (set: object) =>
      db.updateTable('commission_statements').set(set).where('statement_id', '=', statement.id).execute()
    for (const set of [{ state: 'open' }, { total_cents: 1 }, { month: '2026-09-01' }, { state: 'paid' }])
      await expect(change(set), JSON.stringify(set)).rejects.toThrow('The commission statement is closed')
    await expect(
      db.deleteFrom('commission_statements').where('statement_id', '=', statement.id).execute(),
    ).rejects.toThrow('The commission statement is closed')
    await change({ state: 'paid', paid_on: '2026-12-05', paid_reference: 'ACH-1' })
  })

  it('saves agency-specific rates with an effective date, and returns them with the standard rates [P337]', async () => {
    const { own, statement, sees } = await createAgencies()
    const path = `overrides/${own.agency_no}`
    const rate = { productId: 1, newRate: 0.17, renewalRate: 0.14, effectiveDate: '2026-12-01' }
    expect((await send(finance, `GET ${path}`)).body.payload).toMatchObject({ agencyName: own.company, overrides: [] })
    // Two identical concurrent requests have the same effect as one.
    const saved = await Promise.all([
      send(commissionAdmin, `PUT ${path}`, rate),
      send(commissionAdmin, `PUT ${path}`, rate),
    ])
    expect(saved.map(({ status }) => status)).toEqual([200, 200])
    const changed = await send(finance, `PUT ${path}`, { ...rate, newRate: 0.18 })
    const overrides = [{ ...rate, newRate: 0.18, standardNewRate: 0, standardRenewalRate: 0 }]
    expect(changed.body.payload.overrides).toEqual(overrides)
    await db
      .insertInto('commission_rates')
      .values([
        { product_id: 1, is_renewal: false, rate_basis_points: 1500 },
        { product_id: 1, is_renewal: true, rate_basis_points: 1300 },
      ])
      .execute()
    const standard = [{ ...overrides[0], standardNewRate: 0.15, standardRenewalRate: 0.13 }]
    expect((await send(commissionAdmin, `GET ${path}`)).body.payload.overrides).toEqual(standard)
    expect((await send(commissionAdmin, 'GET overrides')).body.payload.items).toContainEqual({
      ...{ agencyNo: own.agency_no, agencyName: own.company, overrides: standard },
    })
    expect((await send(commissionAdmin, 'PUT overrides/999999', rate)).status).toBe(404)
    await at('2026-11-20T12:00:00Z', async () =>
      expect((await close(await getToken('financeadmin'), statement.id)).status).toBe(200),
    )
    const late = await send(commissionAdmin, `PUT ${path}`, { ...rate, effectiveDate: '2026-10-15' })
    expect(late.body.errors[0].code).toBe('month_closed')
    const readonly = await getToken('commissionAdmin', 'readonly')
    for (const token of [readonly, staff, sees.own]) expect((await send(token, `PUT ${path}`, rate)).status).toBe(403)
    for (const token of [staff, sees.own]) expect((await send(token, `GET ${path}`)).status).toBe(403)
    for (const token of [staff, finance, sees.own]) expect((await send(token, 'GET overrides')).status).toBe(403)
  })
})

describe('monthly commission run', () => {
  const input = { year: 2026, month: 9, isClosing: true }
  const runs = (token: string, method = 'GET', path = '', body?: object) =>
    api.call(method, `/api/v1/commissions/runs${path}`, { token, ...(body && { body }) })
  const job = (runId: string, signal?: AbortSignal) =>
    processCommissionRun(createTestContext(db, createStaffActor('financeadmin')), runId, { size: 2, signal })
  const lines = async (agencyId: string) =>
    (
      await db
        .selectFrom('commission_lines as l')
        .innerJoin('commission_statements as s', 's.statement_id', 'l.statement_id')
        .select(['l.commission_line_id', 'l.premium_cents', 'l.amount_cents', 's.state', 's.month'])
        .where('s.agency_id', '=', agencyId)
        .orderBy('l.commission_line_id')
        .execute()
    ).map(({ commission_line_id: id, ...line }) => ({ id, ...line }))
  /**
   * Creates an agency with policies that were posted in September. The agency's new rate for September is added after
   * the policies.
   */
  async function anAgencyOfSeptember(policies: number) {
    const own = await insertAgency(db)
    const rate = { agency_id: own.agency_id, product_id: 2, is_renewal: false }
    await db
      .insertInto('commission_rates')
      .values({ ...rate, rate_basis_points: 1_000 })
      .execute()
    const day = '2026-09-10'
    const columns = { agency_id: own.agency_id, agency_no: own.agency_no, original_post_date: day, inception_date: day }
    const bound = []
    for (let count = 0; count < policies; count++)
      bound.push(await insertPolicy(db, { product: 2, premiumCents: 10_000, columns }))
    await db
      .insertInto('commission_rates')
      .values({ ...rate, rate_basis_points: 1_234, effective_from: '2026-09-01' })
      .execute()
    return { ...own, bound }
  }

  it('can be started only by finance administrators, and viewed only by users with finance roles', async () => {
    const readonly = await getToken('financeadmin', 'readonly')
    const agent = await api.tokenFor({
      accountId: (await insertAccount(db, { agency_id: agency.agency_id, roles: ['financeadmin'] as never }))
        .account_id,
    })
    const insured = await api.tokenFor({ identityId: (await insertPolicy(db)).identity_id })
    for (const token of [readonly, commissionAdmin, staff, agent, insured])
      expect((await runs(token, 'POST', '', input)).status).toBe(403)
    for (const token of [commissionAdmin, staff, agent, insured]) expect((await runs(token)).status).toBe(403)
    // Two concurrent requests: one starts a run, and the other gets 409.
    const both = await Promise.all([runs(finance, 'POST', '', input), runs(finance, 'POST', '', input)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([202, 409])
    const [started] = await Promise.all(both.filter(({ status }) => status === 202).map((response) => response.json()))
    const { runId } = started.payload
    for (const token of [commissionAdmin, staff, agent, insured])
      expect((await runs(token, 'GET', `/${runId}`)).status).toBe(403)
    expect((await (await runs(readonly, 'GET', `/${runId}`)).json()).payload).toMatchObject({
      ...{ ...input, status: 'queued', policyCount: 0, calculatedCount: 0, error: null, finishedAt: null },
    })
    await failCommissionRun({ db, now: new Date() }, runId, 'the disk is full')
    const { payload } = await (await runs(finance)).json()
    expect(payload.items[0]).toMatchObject({ runId, status: 'failed', error: 'the disk is full' })
    expect((await runs(finance, 'GET', '/00000000-0000-4000-8000-00000000dead')).status).toBe(404)
  })

  it('returns 409 when the month to close has not ended', async () => {
    const response = await runs(finance, 'POST', '', { ...input, year: 2099 })
    expect(response.status).toBe(409)
    expect((await response.json()).errors[0]).toMatchObject({
      code: 'month_not_ended',
      message: 'The month has not ended. Its statements can be closed starting 10/01/2099.',
    })
  })

  it('recalculates open lines at current rates, closes the month and resumes after an interruption', async () => {
    const own = await anAgencyOfSeptember(5)
    expect((await lines(own.agency_id)).map((line) => line.amount_cents)).toEqual([1_000, 1_000, 1_000, 1_000, 1_000])
    const { runId } = (await (await runs(finance, 'POST', '', input)).json()).payload
    // The run skips a locked policy and is stopped before it tries that policy again.
    const stop = new AbortController()
    const held = own.bound.at(-1)?.policy_id ?? ''
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('policies').select('policy_id').where('policy_id', '=', held).forUpdate().execute()
      const stopped = expect(job(runId, stop.signal)).rejects.toThrow()
      await expect
        .poll(async () => (await lines(own.agency_id)).filter((line) => line.amount_cents === 1_234).length)
        .toBe(4)
      stop.abort()
      await stopped
    })
    expect((await (await runs(finance, 'GET', `/${runId}`)).json()).payload.status).toBe('running')
    await job(runId)
    const done = (await (await runs(finance, 'GET', `/${runId}`)).json()).payload
    expect(done).toMatchObject({ status: 'done', calculatedCount: done.policyCount, finishedAt: expect.any(String) })
    const after = await lines(own.agency_id)
    expect(after.map((line) => [line.amount_cents, line.state])).toEqual(Array(5).fill([1_234, 'closed']))
    const total = await db
      .selectFrom('commission_statements')
      .select(['statement_id', 'total_cents'])
      .where('agency_id', '=', own.agency_id)
      .executeTakeFirstOrThrow()
    expect(total.total_cents).toBe(6_170)
    await expectMailedOnce(own, total.statement_id, '$61.70')
    // The rate changes again, and a second run leaves the closed lines unchanged.
    await db
      .updateTable('commission_rates')
      .set({ rate_basis_points: 9_999 })
      .where('agency_id', '=', own.agency_id)
      .execute()
    const { payload } = await (await runs(finance, 'POST', '', input)).json()
    await job(payload.runId)
    await job(payload.runId)
    expect(await lines(own.agency_id)).toEqual(after)
  })

  it('recalculates the month but keeps its statements open when closing is not requested', async () => {
    const own = await anAgencyOfSeptember(1)
    const { payload } = await (await runs(finance, 'POST', '', { ...input, isClosing: false })).json()
    await job(payload.runId)
    expect((await lines(own.agency_id)).map((line) => [line.amount_cents, line.state])).toEqual([[1_234, 'open']])
  })
})

describe('back-office payments list', () => {
  it('returns payments only to finance administrators and rejects unknown filters', async () => {
    expect((await list(commissionAdmin, 'payments')).status).toBe(403)
    expect((await list(finance, 'payments', { filter: { colour: 1 } })).status).toBe(400)
    const response = await list(finance, 'payments', {
      sort: ['amount', 'DESC'],
      filter: { paymentStatus: 'paid', amountFrom: 1 },
    })
    expect(response.headers.get('content-range')).toBe('payments 0-0/0')
  })
})

describe('parent agency override', () => {
  const callOverrides = async (
    method: string,
    agencyNo: string,
    id: string,
    options: { token: string; body?: unknown },
  ) => {
    const response = await api.call(method, `/api/v1/commissions/parentOverrides/${agencyNo}${id && `/${id}`}`, options)
    const body = await response.json()
    return { status: response.status, body, code: body.errors?.[0]?.code, message: body.message }
  }
  const aFamily = async () => {
    const root = await insertAgency(db)
    const middle = await insertAgency(db, { parent: root.agency_id })
    const child = await insertAgency(db, { parent: middle.agency_id })
    const no = child.agency_no
    return {
      ...{ root, middle, child, no },
      begin: (input: Record<string, unknown>, token = finance) =>
        callOverrides('POST', no, '', {
          token,
          body: { parentAgencyNo: root.agency_no, productId: null, rate: 0.02, effectiveFrom: '2026-11-10', ...input },
        }),
      end: (id: string, effectiveTo: string, token = finance) =>
        callOverrides('PUT', no, id, { token, body: { effectiveTo } }),
      remove: (id: string, token = finance) => callOverrides('DELETE', no, id, { token }),
      read: (token = finance) => callOverrides('GET', no, '', { token }),
    }
  }
  type Family = Awaited<ReturnType<typeof aFamily>>
  const rows = async ({ read }: Family) => (await read()).body.payload.overrides as Record<string, unknown>[]
  const idOf = (response: { body: { payload: { overrides: { overrideId: string }[] } } }) =>
    response.body.payload.overrides[0]?.overrideId ?? ''
  const close = async (agencyId: string, month: string) =>
    db
      .insertInto('commission_statements')
      .values({ agency_id: agencyId, month, state: 'closed', closed_at: new Date() })
      .execute()

  it('can be created and ended, and then remains in the list and the audit log', async () => {
    const family = await aFamily()
    const { root, middle } = family
    const begun = await family.begin({ productId: 1 })
    expect(begun.status).toBe(201)
    expect(begun.body.payload.parents.map(({ agencyNo }: { agencyNo: string }) => agencyNo)).toEqual([
      middle.agency_no,
      root.agency_no,
    ])
    expect((await family.end(idOf(begun), '2026-11-19')).status).toBe(200)
    expect(
      (await family.begin({ productId: 1, rate: 0.03, effectiveFrom: '2026-11-20' }, commissionAdmin)).status,
    ).toBe(201)
    expect(await rows(family)).toEqual([
      expect.objectContaining({ rate: 0.03, effectiveFrom: '2026-11-20', effectiveTo: null }),
      expect.objectContaining({
        rate: 0.02,
        effectiveFrom: '2026-11-10',
        effectiveTo: '2026-11-19',
        parentAgencyNo: root.agency_no,
      }),
    ])
    const { rows: entries } = await sql<{ action: string }>`
      select action from audit_log where action like 'parentOverride.%' and details ->> 'agencyNo' = ${family.no}
      order by audit_id`.execute(db)
    expect(entries.map(({ action }) => action)).toEqual([
      'parentOverride.create',
      'parentOverride.end',
      'parentOverride.create',
    ])
  })

  it('is rejected if it overlaps another override of the agency, even in concurrent requests', async () => {
    const family = await aFamily()
    expect((await family.begin({ effectiveTo: '2026-12-31' })).status).toBe(201)
    const rejected = await family.begin({ effectiveFrom: '2026-12-31' })
    expect([rejected.status, rejected.code]).toEqual([409, 'overrides_overlap'])
    expect(rejected.message).toBe(
      `Agency ${family.root.agency_no} already earns 2% on all products of agency ${family.no} from 11/10/2026 to 12/31/2026. End that override first, or start after it.`,
    )
    const both = await Promise.all([1, 2].map(() => family.begin({ effectiveFrom: '2027-01-01' })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    // Overrides do not overlap if they are for different products or different parent agencies.
    expect((await family.begin({ productId: 2 })).status).toBe(201)
    expect((await family.begin({ parentAgencyNo: family.middle.agency_no })).status).toBe(201)
    // An end date is also rejected if it makes the override overlap the next one.
    const [, first] = (await rows(family)).filter(
      ({ productId, parentAgencyNo }) => productId === null && parentAgencyNo === family.root.agency_no,
    )
    expect((await family.end(String(first?.overrideId), '2027-01-01')).code).toBe('overrides_overlap')
    await expect(
      db
        .insertInto('commission_overrides')
        .values({
          agency_id: family.child.agency_id,
          parent_agency_id: family.root.agency_id,
          rate_basis_points: 1,
          effective_from: '2030-01-01',
        })
        .execute(),
    ).rejects.toThrow('commission_overrides_one_at_a_time')
  })

  it('requires a parent agency and an end date after the start date', async () => {
    const family = await aFamily()
    const stranger = await insertAgency(db)
    for (const parentAgencyNo of [stranger.agency_no, family.no])
      expect(await family.begin({ parentAgencyNo })).toMatchObject({
        code: 'not_a_parent',
        message: `Parent agency: agency ${parentAgencyNo} is not above agency ${family.no}.`,
      })
    expect((await family.begin({ parentAgencyNo: '999999' })).code).toBe('unknown_agency')
    expect((await family.begin({ effectiveTo: '2026-11-09' })).code).toBe('stop_before_start')
    const begun = await family.begin({})
    expect((await family.end(idOf(begun), '2026-11-09')).code).toBe('stop_before_start')
    expect((await family.end(idOf(begun), '2026-11-10')).status).toBe(200)
    const other = await aFamily()
    expect((await other.end(idOf(begun), '2026-11-11')).status).toBe(404)
    expect((await other.remove(idOf(begun))).status).toBe(404)
  })

  it('cannot be created, ended or deleted in a closed month', async () => {
    const family = await aFamily()
    const begun = await family.begin({ effectiveFrom: '2026-10-05' })
    await close(family.root.agency_id, '2026-10-01')
    const early = await family.begin({ productId: 1, effectiveFrom: '2026-10-31' })
    expect([early.status, early.message]).toEqual([
      422,
      'Effective date: commission through 10/2026 is closed. The first date is 11/01/2026.',
    ])
    expect((await family.begin({ productId: 1, effectiveFrom: '2026-11-01' })).status).toBe(201)
    expect((await family.remove(idOf(begun))).code).toBe('override_used')
    expect((await family.end(idOf(begun), '2026-10-30')).message).toBe(
      'End date: 10/2026 is closed. The earliest end date is 10/31/2026.',
    )
    expect((await family.end(idOf(begun), '2026-10-31')).status).toBe(200)
    // The override is extended and then shortened again. Both changes affect only open months.
    expect((await family.end(idOf(begun), '2026-11-30')).status).toBe(200)
  })

  it('adds commission lines in the open month for transactions between its start and end dates', async () => {
    const family = await aFamily()
    const { root, child } = family
    const policy = await insertPolicy(db, { premiumCents: 100_000, columns: { agency_id: child.agency_id } })
    const day = '2026-11-15'
    await db
      .updateTable('policy_transactions')
      .set({ accounting_date: day })
      .where('policy_id', '=', policy.policy_id)
      .execute()
    const earned = async () => {
      const posted = { id: policy.policyTransactionId, policyId: policy.policy_id, premiumCents: 100_000 }
      await db.transaction().execute((trx) => recordCommission(trx, [posted]))
      const lines = await db
        .selectFrom('commission_lines as l')
        .innerJoin('commission_statements as s', 's.statement_id', 'l.statement_id')
        .select('l.amount_cents')
        .where('l.policy_id', '=', policy.policy_id)
        .where('s.agency_id', '=', root.agency_id)
        .execute()
      return lines.map(({ amount_cents }) => amount_cents)
    }
    expect(await earned()).toEqual([])
    const begun = await family.begin({ effectiveFrom: day })
    expect(await earned()).toEqual([2_000])
    expect((await family.end(idOf(begun), day)).status).toBe(200)
    expect(await earned()).toEqual([2_000])
    expect((await family.remove(idOf(begun))).status).toBe(200)
    expect(await earned()).toEqual([])
    await family.begin({ effectiveFrom: '2026-11-16' })
    expect(await earned()).toEqual([])
  })

  it.each([
    ['a finance administrator', () => getToken('financeadmin'), 201],
    ['a commission administrator', () => getToken('commissionAdmin'), 201],
    ['a superuser', () => getToken('superuser'), 403],
    ['staff without a role', () => getToken(), 403],
    ['read-only finance staff', () => getToken('financeadmin', 'readonly'), 403],
    ['an agent with the finance role', async () => anAgentWith('financeadmin'), 403],
    ['an agent without a role', async () => anAgentWith(), 403],
  ])('can be changed only by finance and commission administrators: %s', async (_, token, status) => {
    const family = await aFamily()
    const [who, free] = [await token(), await aFamily()]
    const standing = idOf(await family.begin({}))
    expect((await free.begin({}, who)).status).toBe(status)
    const may = status === 201 ? 200 : status
    expect((await family.end(standing, '2026-11-30', who)).status).toBe(may)
    expect((await family.remove(standing, who)).status).toBe(may)
    expect(await rows(family)).toHaveLength(status === 201 ? 0 : 1)
  })
})

describe('GET /commissions/months/{year}/{month}', () => {
  const months = (token: string, month: string) => api.call('GET', `/api/v1/commissions/months/${month}`, { token })
  // A past month that is used only by this test.
  const before = '2019-04-01'
  const month = '2019-05-01'

  it('returns the totals of all agencies and the change since the previous month, even for an open month', async () => {
    const [both, ended, fresh] = [await insertAgency(db), await insertAgency(db), await insertAgency(db)]
    const statement = async (agencyId: string, month: string, cents: number, closed?: number) => {
      const { statement_id } = await db
        .insertInto('commission_statements')
        .values({ agency_id: agencyId, month })
        .returning('statement_id')
        .executeTakeFirstOrThrow()
      const policy = await insertPolicy(db, { columns: { agency_id: agencyId } })
      const line = { statement_id, policy_id: policy.policy_id, policy_transaction_id: policy.policyTransactionId }
      await db
        .insertInto('commission_lines')
        .values({
          ...line,
          kind: 'commission',
          premium_cents: cents * 10,
          rate_basis_points: 1000,
          amount_cents: cents,
        })
        .execute()
      if (closed !== undefined)
        await db
          .updateTable('commission_statements')
          .set({ state: 'closed', closed_at: new Date(), total_cents: closed })
          .where('statement_id', '=', statement_id)
          .execute()
      return statement_id
    }
    await statement(both.agency_id, before, 500, 500)
    await statement(ended.agency_id, before, 300, 300)
    const open = await statement(both.agency_id, month, 700)
    const closed = await statement(fresh.agency_id, month, 100, 100)
    await db
      .insertInto('commission_adjustments')
      .values({ statement_id: open, description: 'Correction', adjustment_cents: -50 })
      .execute()
    const response = await months(finance, '2019/5')
    expect(response.status).toBe(200)
    const { agencies, ...sums } = (await response.json()).payload
    expect(sums).toEqual({
      ...{ year: 2019, month: 5, canBeClosed: true, openCount: 1, closedCount: 1, premium: 80, commission: 8 },
      ...{
        pendingCommission: 0,
        adjustments: -0.5,
        total: 7.5,
        previousTotal: 8,
        difference: -0.5,
        isCapped: false,
        lastRun: null,
      },
    })
    expect(agencies).toEqual([
      expect.objectContaining({
        agencyNo: both.agency_no,
        statementId: open,
        status: 'open',
        total: 6.5,
        difference: 1.5,
      }),
      expect.objectContaining({ agencyNo: fresh.agency_no, statementId: closed, total: 1, previousTotal: 0 }),
      expect.objectContaining({ agencyNo: ended.agency_no, statementId: null, status: null, total: 0, difference: -3 }),
    ])
    const { runId } = (
      await (
        await api.call('POST', '/api/v1/commissions/runs', {
          ...{ token: finance, body: { year: 2019, month: 5, isClosing: false } },
        })
      ).json()
    ).payload
    await processCommissionRun(createTestContext(db, createStaffActor('financeadmin')), runId)
    expect((await (await months(finance, '2019/5')).json()).payload.lastRun).toMatchObject({ runId, status: 'done' })
  })

  it.each([
    ['a commission administrator', () => commissionAdmin],
    ['staff without the finance role', () => staff],
    ['a superuser without the finance role', () => getToken('superuser')],
    ['an agent with the finance role', () => anAgentWith('financeadmin')],
  ])('returns 403 to %s', async (_, token) => {
    expect((await months(await token(), '2026/10')).status).toBe(403)
  })

  it('returns the month to read-only finance staff, and canBeClosed=false for a future month', async () => {
    const now = new Date().toISOString()
    const response = await months(await getToken('financeadmin', 'readonly'), `${Number(now.slice(0, 4)) + 1}/1`)
    expect((await response.json()).payload).toMatchObject({ canBeClosed: false, agencies: [], total: 0 })
  })
})

// This block must be the last one in the file. It closes its month, which also closes earlier open statements.
describe('first commission statement of an agency', () => {
  it('is emailed once when its month is closed, and is readable only by the agency and its parent agencies', async () => {
    const above = await insertAgency(db)
    const own = await insertAgency(db, { parent: above.agency_id })
    const beside = await insertAgency(db, { parent: above.agency_id })
    await db
      .insertInto('commission_rates')
      .values({ agency_id: own.agency_id, product_id: 2, is_renewal: false, rate_basis_points: 1_000 })
      .execute()
    const day = '2027-03-10'
    const columns = { agency_id: own.agency_id, agency_no: own.agency_no, original_post_date: day, inception_date: day }
    const policy = await insertPolicy(db, { product: 2, premiumCents: 50_000, columns })

    const at = (moment: string, work: () => Promise<void>) => api.at(Date.parse(moment) - Date.now(), work)
    const close = () => startRun({ year: 2027, month: 3, isClosing: true })
    const startRun = async (body: object) =>
      api.call('POST', '/api/v1/commissions/runs', { token: await getToken('financeadmin'), body })
    const readBy = async ({ agency_id }: { agency_id: string }, path: string) => {
      const { account_id: accountId } = await insertAccount(db, { agency_id, roles: ['financeadmin'] })
      const token = await api.tokenFor({ accountId })
      const response = await api.call('GET', `/api/v1/commissions/statements${path}`, { token })
      return { status: response.status, payload: (await response.json()).payload }
    }
    const ofMarch = async (by: { agency_id: string }) => (await readBy(by, '?year=2027&month=3')).payload.items
    const mails = () =>
      db
        .selectFrom('email_messages')
        .select('text')
        .where('template', '=', 'commission-statement')
        .where('to_email', '=', `office-${own.agency_no}@example.com`)
        .execute()

    await at('2027-03-31T12:00:00Z', async () => {
      expect((await (await close()).json()).errors[0].code).toBe('month_not_ended')
      // Until the month is closed, the agency sees the statement with its current total.
      expect(await ofMarch(own)).toMatchObject([{ status: 'open', total: 50 }])
      expect(await mails()).toEqual([])
    })
    await at('2027-04-02T12:00:00Z', async () => {
      for (const _ of ['once', 'again']) {
        expect((await close()).status).toBe(202)
        await api.runJobs()
      }
      const items = await ofMarch(own)
      expect(items).toMatchObject([
        { agencyNo: own.agency_no, status: 'closed', premium: 500, commission: 50, total: 50, transactionCount: 1 },
      ])
      const path = `/${items[0].statementId}`
      expect(await mails()).toEqual([{ text: expect.stringContaining(`/statements${path}`) }])
      for (const reader of [own, above]) {
        expect((await readBy(reader, path)).payload).toEqual(items[0])
        expect((await readBy(reader, `${path}/transactions`)).payload.items).toMatchObject([
          { policyNo: policy.policy_no, premium: 500, rate: 0.1, commission: 50 },
        ])
      }
      expect(await ofMarch(beside)).toEqual([])
      for (const call of [path, `${path}/transactions`, `${path}/adjustments`])
        expect((await readBy(beside, call)).status).toBe(404)
    })
  })
})
