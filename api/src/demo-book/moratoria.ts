import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { plusDays } from '../calendar/days.ts'
import type { DB } from '../db/schema.ts'

/** A storm that stops binding, a regulator's stop of cancellations, and a storm that has passed (decision 24). */
export async function seedMoratoria(trx: Transaction<DB>, today: string): Promise<void> {
  const bind = ['newBusiness', 'higherLimits', 'lowerDeductible', 'rewrite', 'reinstatement']
  const events = [
    {
      name: 'Tropical Storm Demo',
      kind: 'bind' as const,
      reason: 'A tropical storm watch for the Lower Keys.',
      start_date: plusDays(today, -2),
      stop_date: null,
      actions: bind,
      counties: ['12087'],
    },
    {
      name: 'Emergency order 26-01',
      kind: 'regulatory' as const,
      reason: 'The regulator asked insurers to keep policies of damaged homes in force.',
      start_date: plusDays(today, -20),
      stop_date: null,
      actions: ['cancellation', 'nonRenewal'],
      counties: ['12071', '12015'],
    },
    {
      name: 'Hurricane Sample',
      kind: 'bind' as const,
      reason: 'A hurricane warning for Tampa Bay; lifted when the storm had passed.',
      start_date: plusDays(today, -70),
      stop_date: plusDays(today, -64),
      actions: bind,
      counties: ['12057', '12103'],
    },
  ].map((event) => ({ ...event, moratorium_event_id: randomUUID() }))
  await trx
    .insertInto('moratorium_events')
    .values(events.map(({ counties: _, ...event }) => ({ ...event, created_by: 'Superuser Keeper' })))
    .execute()
  await trx
    .insertInto('moratorium_locations')
    .values(
      events.flatMap(({ moratorium_event_id, counties, start_date, stop_date }) =>
        counties.map((county_fips) => ({ moratorium_event_id, county_fips, start_date, stop_date })),
      ),
    )
    .execute()
}
