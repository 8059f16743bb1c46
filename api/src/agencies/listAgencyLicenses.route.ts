import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { getLicenses } from './people-and-licenses.ts'
import { requireVisible } from './visible.ts'

/** The licences of an agency. Throws 404, also for an agency that the caller does not see. */
export const listAgencyLicenses: Handler<'listAgencyLicenses'> = async (ctx, { path }) =>
  ok(await getLicenses(ctx.db, await requireVisible(ctx, path.agencyNo)))
