import { sql } from 'kysely'
import { getPropertyDate } from '../calendar/property-date.ts'
import type { Operations } from '../generated/operations.ts'
import { toDollars } from '../http/money.ts'
import type { Handler } from '../http/operation.ts'

type Row = Omit<Operations['listCountyFigures']['response'][number], 'premium'> & { cents: number }

/** Builds the statement for the policies in force by county. An index contains all columns that it reads. */
export const buildCountyFiguresStatement = (today: string) => sql<Row>`
  select c.county_fips as "countyFips", c.name as county, c.state, g.policies, g.cents
  from (select p.county_fips, count(*)::integer as policies, sum(p.total_premium_cents)::bigint as cents
    from policies p
    where p.cancelled_at is null and p.county_fips is not null
      and p.inception_date <= ${today}::date and p.expiration_date > ${today}::date
    group by p.county_fips) g
  join counties c using (county_fips)
  order by g.cents desc, c.county_fips`

/** Returns the policies in force by county, largest premium first (UI-21). */
export const listCountyFigures: Handler<'listCountyFigures'> = async ({ db, now }) => {
  // Uses the company's current date because properties are in several time zones.
  const { rows } = await buildCountyFiguresStatement(getPropertyDate(now, 'NY')).execute(db)
  return rows.map(({ cents, ...row }) => ({ ...row, premium: toDollars(cents) }))
}
