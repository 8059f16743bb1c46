import { describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { refundRules } from '../../testing/refund-rules.ts'
import { requireCancelReason } from './reasons.ts'

const database = await createTestDatabase()

const ruleByReason = {
  '01': 'proRata',
  '02': 'proRata',
  '03': 'proRata',
  '04': 'flat',
  '05': 'paidToDate',
  '06': 'flat',
  '07': 'flat',
  '08': 'proRata',
  '09': 'proRata',
  '10': 'proRata',
  '12': 'proRata',
  '13': 'flat',
  '15': 'proRata',
  '19': 'proRata',
  '21': 'none',
  '22': 'flatToNewPolicy',
  '23': 'none',
  '24': 'proRata',
  '30': 'proRata',
  '33': 'proRataOrMinimumEarned',
  '34': 'proRataOrMinimumEarned',
  '40': 'none',
  '41': 'none',
  '99': 'none',
} as const

describe('refund rule of a cancel reason', () => {
  it('is tested for every reason in the cancel_reasons table', async () => {
    const rows = await database.db.selectFrom('cancel_reasons').select('reason_code').orderBy('reason_code').execute()
    expect(rows.map((row) => row.reason_code)).toEqual(Object.keys(ruleByReason).toSorted())
  })

  it.each(Object.entries(ruleByReason))('is for reason %s the rule %s', async (code, rule) => {
    expect((await requireCancelReason(database.db, code)).refund).toEqual(refundRules[rule])
  })
})
