import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { getLicenses } from './people-and-licenses.ts'
import { requireVisible } from './visible.ts'

/** Returns the licenses of an agency. Throws 404 if the agency does not exist or is not visible to the caller. */
export const listAgencyLicenses: Handler<'listAgencyLicenses'> = async (ctx, { path }) =>
  ok(await getLicenses(ctx.db, await requireVisible(ctx, path.agencyNo)))
