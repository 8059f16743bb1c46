import { type Kysely, type RawBuilder, sql } from 'kysely'
import { propertyDateSql } from '../calendar/property-date.ts'
import { prepared } from '../db/prepared-statement.ts'
import type { DB } from '../db/schema.ts'
import type { MoratoriumAction } from './moratorium-event.ts'

const wordsOf: Record<MoratoriumAction, string> = {
  newBusiness: 'New business is',
  higherLimits: 'Higher limits are',
  lowerDeductible: 'Lower deductibles are',
  rewrite: 'Rewriting is',
  reinstatement: 'Reinstating is',
  cancellation: 'Cancellation is',
  nonRenewal: 'Non-renewal is',
}

/** A moratorium that restricts a transaction, with the county and the restricted action. */
export interface Restriction {
  eventId: string
  event: string
  county: string
  action: MoratoriumAction
}

/** County, product, actions and date to look up. */
export interface MoratoriumLookup {
  productId: number
  countyFips: string
  actions: readonly MoratoriumAction[]
  /** Date at the insured property, `YYYY-MM-DD`. */
  day: string
}

/** SQL for the last day of a moratorium in a county. Null while no end is known (MOR-2, MOR-5). */
const lastDay = sql`least(e.stop_date, l.stop_date, e.planned_stop_date)`

/**
 * Returns the moratorium that restricts one of the actions in a county on a date, if any. If there are several, returns
 * the one that began first (MOR-2). Withdrawn moratoriums are ignored.
 */
export async function findRestriction(
  db: Kysely<DB>,
  { productId, countyFips, actions, day }: MoratoriumLookup,
): Promise<Restriction | undefined> {
  const { rows } = await sql<Restriction>`${prepared}
    select e.moratorium_event_id as "eventId", e.name as event, c.name as county, a.action
    from moratorium_locations l
    join moratorium_events e using (moratorium_event_id)
    join counties c using (county_fips)
    cross join lateral unnest(e.actions) a (action)
    where l.county_fips = ${countyFips} and a.action = any(${actions as string[]}::text[])
      and ${productId} = any(e.product_ids)
      and greatest(e.start_date, l.start_date) <= ${day}::date
      and coalesce(${lastDay}, ${day}::date) >= ${day}::date and e.withdrawn_at is null
    order by l.start_date, e.moratorium_event_id limit 1`.execute(db)
  return rows[0]
}

/**
 * Returns the last date from `from` to `until` on which a moratorium restricted one of the actions in a county, if any.
 * A withdrawn moratorium counts until the day before its withdrawal.
 */
export async function getLastRestrictedDate(
  db: Kysely<DB>,
  { productId, countyFips, actions, from, until }: Omit<MoratoriumLookup, 'day'> & { from: string; until: string },
): Promise<string | undefined> {
  const withdrawalDay = sql.raw(propertyDateSql('county', 'e.withdrawn_at'))
  const last = sql`least(${lastDay}, ${withdrawalDay} - 1)`
  const { rows } = await sql<{ day: string | null }>`
    select max(least(${last}, ${until}::date)) as day
    from moratorium_locations l join moratorium_events e using (moratorium_event_id)
    join (select county_fips, state, null as time_zone from counties) county using (county_fips)
    where l.county_fips = ${countyFips} and e.actions && ${actions as string[]}::text[] and ${productId} = any(e.product_ids)
      and greatest(e.start_date, l.start_date) <= least(${until}::date, ${last})
      and coalesce(${last}, ${until}::date) >= ${from}::date`.execute(db)
  return rows[0]?.day ?? undefined
}

/** SQL condition that a moratorium restricts an action for `policies p` on a date at the property (MOR-2). */
export const restrictedCondition = (action: MoratoriumAction, day: RawBuilder<string>) => sql<boolean>`exists (
  select from moratorium_locations l join moratorium_events e using (moratorium_event_id)
  where l.county_fips = p.county_fips and ${action} = any(e.actions) and p.product_id = any(e.product_ids)
    and greatest(e.start_date, l.start_date) <= ${day} and coalesce(${lastDay}, ${day}) >= ${day} and e.withdrawn_at is null)`

/** Returns the message for a rejected transaction, with the county and the moratorium. */
export const describeRestriction = ({ action, county, event }: Restriction): string =>
  `${wordsOf[action]} stopped in ${county} County by "${event}".`
