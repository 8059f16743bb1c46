import { type RawBuilder, sql } from 'kysely'
import { getPropertyDate } from '../calendar/property-date.ts'
import { createNotFoundError } from '../http/api-error.ts'
import { createBadRequestError } from '../http/collection.ts'
import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { describeRestriction, findRestriction } from '../moratoriums/find-restriction.ts'
import { createVisibilityCondition } from '../policy/visibility.ts'

/**
 * Returns whether a moratorium restricts an action at a location on a date. Uses the same check as
 * `assertNotRestricted`.
 * @throws {ApiError} 400 if no county or address is given; 404 if the county is unknown or no visible policy has the
 * address (ACC-4)
 */
export const checkMoratorium: Handler<'checkMoratorium'> = async (ctx, { query }) => {
  const { countyFips, addressID, product, action } = query
  if (countyFips === undefined && addressID === undefined)
    throw createBadRequestError('countyFips', 'enter the county or an address.')
  const here: RawBuilder<unknown> =
    countyFips !== undefined
      ? sql`${countyFips}`
      : sql`(select d.county_fips from addresses d where d.address_id = ${addressID}
          and exists (select from policies p where p.address_id = d.address_id and ${createVisibilityCondition(ctx.actor)})
          order by d.version desc limit 1)`
  const { rows } = await sql<{ countyFips: string; county: string; state: 'FL' }>`
    select county_fips as "countyFips", name as county, state from counties where county_fips = ${here}`.execute(ctx.db)
  const [place] = rows
  if (!place) throw createNotFoundError({ countyFips, addressID })
  const day = query.day ?? getPropertyDate(ctx.now, place.state)
  const stop = await findRestriction(ctx.db, {
    productId: product,
    countyFips: place.countyFips,
    actions: [action],
    day,
  })
  return ok({
    isStopped: stop !== undefined,
    sentence: stop ? describeRestriction(stop) : null,
    event: stop ? { id: stop.eventId, name: stop.event } : null,
    ...place,
    day,
  })
}
