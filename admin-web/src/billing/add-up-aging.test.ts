import { expect, it } from 'vitest'
import { addUpAging } from './add-up-aging.ts'

it('adds up the balances of agencies without rounding errors (UI-42)', () => {
  const row = { agencyNo: '100100', company: 'Demo', policies: 2, notYetDue: 0.1, days0To30: 0.2, days31To60: 0 }
  const rest = { days61To90: 0, over90Days: 0.7, total: 1 }
  const other = { ...row, agencyNo: '100110', policies: 3, notYetDue: 0.2, days0To30: 0.1, ...rest, total: 1.1 }
  expect(addUpAging([{ ...row, ...rest }, other])).toEqual({
    ...{ agencyNo: null, company: 'Total', policies: 5, notYetDue: 0.3, days0To30: 0.3, days31To60: 0 },
    ...{ days61To90: 0, over90Days: 1.4, total: 2.1 },
  })
})
