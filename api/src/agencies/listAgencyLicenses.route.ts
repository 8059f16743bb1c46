import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { getLicenses } from './contacts-and-licenses.ts'
import { requireVisibleAgency } from './visibility.ts'

/** Returns the licenses of an agency. Throws 404 if the agency does not exist or is not visible to the caller. */
export const listAgencyLicenses: Handler<'listAgencyLicenses'> = async (ctx, { path }) =>
  ok(await getLicenses(ctx.db, await requireVisibleAgency(ctx, path.agencyNo)))
