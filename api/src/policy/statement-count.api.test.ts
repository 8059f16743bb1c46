import { describe, expect, it } from 'vitest'
import { getPropertyDate } from '../calendar/property-date.ts'
import { getStatementText } from '../db/prepared-statement.ts'
import { createTestApi } from '../testing/api.ts'
import { insertAccount, insertPolicy } from '../testing/builders.ts'

// Waiting for a message to PostgreSQL and back is most of the time of a write. The numbers change if a transaction reads again
// what it has already read, or waits for a result that it does not need (docs/performance.md).

const statements: string[] = []
const api = await createTestApi({}, 'runs', undefined, {
  log: ({ query }) => statements.push(getStatementText(query.sql)),
})
const { account_id: accountId } = await insertAccount(api.db, { roles: ['internal', 'superuser'] })
const token = await api.tokenFor({ accountId })

const call = async (method: string, path: string, body?: unknown) => {
  const response = await api.call(method, path, { token, body })
  const content = await response.json()
  expect(response.status, JSON.stringify(content)).toBe(200)
  return content
}

/**
 * Counts the statements of a request with the begin and the commit of its transaction, and those whose result it waits
 * for.
 */
async function countStatements(method: string, path: string, body: unknown) {
  statements.length = 0
  await call(method, path, body)
  const awaited = statements.filter((text) => text !== 'begin' && !text.includes('/* pipelined */'))
  return { statements: statements.length, awaited: awaited.length }
}

describe('a write', () => {
  it('sends 15 statements to record a check and waits for 9 results', async () => {
    const { policy_no: policyNo, state } = await insertPolicy(api.db)
    await call('GET', `/api/v1/policies/${policyNo}/getConfirmation`)
    const check = { checkNo: '1042', payeeName: 'Marina Sample', memo: policyNo, amount: 10 }
    const path = `/api/v1/payments/check/${policyNo}`
    const createdAt = getPropertyDate(new Date(), state)
    expect(await countStatements('POST', path, { ...check, createdAt })).toEqual({ statements: 15, awaited: 9 })
  })

  it('sends 24 statements to bind an endorsement and waits for 16 results', async () => {
    const policy = await insertPolicy(api.db, { columns: { inception_date: '2099-01-01' } })
    await api.db
      .updateTable('policy_transactions')
      .set({ coverage_a_limit_cents: 25_000_000, coverage_a_premium_cents: 90_000, deductible_cents: 200_000 })
      .where('policy_id', '=', policy.policy_id)
      .execute()
    const policyNo = policy.policy_no
    const { result } = await call('POST', '/api/v1/policies/createEndorsementUrl', policyNo)
    const QuoteNumber = result.endorsementQuoteNumber
    const quote = await call('GET', `/api/v4/agent/quotes/${QuoteNumber}`)
    quote.application.coverages[0].limit -= 1_000
    await call('PUT', '/api/v4/agent/quotes', quote)
    expect(await countStatements('PUT', '/api/v2/endorsement/bind', { QuoteNumber })).toEqual({
      statements: 24,
      awaited: 16,
    })
  })
})
