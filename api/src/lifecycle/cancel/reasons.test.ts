import { describe, expect, it } from 'vitest'
import { expectedCancelReasons, listReasonCodes } from '../../testing/cancel-reasons.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { refundRules } from '../../testing/refund-rules.ts'
import { requireCancelReason } from './reasons.ts'

const database = await createTestDatabase()

describe('cancel reason refund rules', () => {
  it('have an expected value in the tests for every cancel reason', async () => {
    const rows = await database.db.selectFrom('cancel_reasons').select('reason_code').orderBy('reason_code').execute()
    expect(rows.map((row) => row.reason_code)).toEqual(listReasonCodes(() => true))
  })

  it.each(Object.entries(expectedCancelReasons).map(([code, { rule }]) => [code, rule] as const))(
    'assign to reason %s the rule %s',
    async (code, rule) => {
      expect((await requireCancelReason(database.db, code)).refund).toEqual(refundRules[rule])
    },
  )
})
