import { describe, expect, it } from 'vitest'
import { insertPolicy, type PolicyOptions } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { getDocumentData } from './document-data.ts'

const { db } = await createTestDatabase()

const readInstallments = async (options: PolicyOptions) => {
  const { policyTransactionId, totalCents } = await insertPolicy(db, options)
  const data = await getDocumentData(db, policyTransactionId, new Date('2026-11-20T15:00:00Z'))
  return { ...data, totalCents }
}

describe('getDocumentData', () => {
  it('returns the installments of a monthly plan, which add up to the total premium (DOC-10)', async () => {
    const { installments = [], totalCents } = await readInstallments({ product: 4, monthly: true })
    expect(installments).toHaveLength(12)
    expect(installments[0]?.dueDate).toBe('2026-12-15')
    expect(installments.reduce((cents, { amountCents }) => cents + amountCents, 0)).toBe(totalCents)
  })

  it('returns no installments if the premium is paid in full', async () => {
    expect(await readInstallments({})).not.toHaveProperty('installments')
  })
})
