import { sql } from 'kysely'
import { addDays } from '../calendar/days.ts'
import { toDollars } from '../http/money.ts'

/** Open cents by days past due. */
export interface AgingSums {
  later: number
  to30: number
  to60: number
  to90: number
  beyond: number
}

/** SQL for the sums of the open cents of obligations `o` by days past due on the date `today`. */
export function buildAgingSums(today: string) {
  const ago = (days: number) => sql`${addDays(today, -days)}::date`
  const open = sql`sum(o.open_cents)`
  return sql`coalesce(${open} filter (where o.due_date > ${ago(0)}), 0)::bigint as later,
    coalesce(${open} filter (where o.due_date between ${ago(30)} and ${ago(0)}), 0)::bigint as to30,
    coalesce(${open} filter (where o.due_date between ${ago(60)} and ${ago(31)}), 0)::bigint as to60,
    coalesce(${open} filter (where o.due_date between ${ago(90)} and ${ago(61)}), 0)::bigint as to90,
    coalesce(${open} filter (where o.due_date < ${ago(90)}), 0)::bigint as beyond`
}

/** Converts the sums to dollars, with their total. */
export const toAgingAmounts = ({ later, to30, to60, to90, beyond }: AgingSums) => ({
  ...{ notYetDue: toDollars(later), days0To30: toDollars(to30), days31To60: toDollars(to60) },
  ...{ days61To90: toDollars(to90), over90Days: toDollars(beyond) },
  total: toDollars(later + to30 + to60 + to90 + beyond),
})
