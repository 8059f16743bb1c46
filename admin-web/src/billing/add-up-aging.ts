import type { Aging } from '@tideline/sdk'

/** The balances of an agency, or of all agencies if the number is null. */
export interface AgingLine extends Omit<Aging, 'agencyNo'> {
  agencyNo: string | null
}

/** Adds up the balances of agencies, in dollars. Sums cents, because dollars are not exact. */
export function addUpAging(rows: readonly Aging[]): AgingLine {
  const addUp = (of: (row: Aging) => number) => rows.reduce((cents, row) => cents + Math.round(of(row) * 100), 0) / 100
  return {
    agencyNo: null,
    company: 'Total',
    policies: rows.reduce((count, { policies }) => count + policies, 0),
    notYetDue: addUp(({ notYetDue }) => notYetDue),
    days0To30: addUp(({ days0To30 }) => days0To30),
    days31To60: addUp(({ days31To60 }) => days31To60),
    days61To90: addUp(({ days61To90 }) => days61To90),
    over90Days: addUp(({ over90Days }) => over90Days),
    total: addUp(({ total }) => total),
  }
}
