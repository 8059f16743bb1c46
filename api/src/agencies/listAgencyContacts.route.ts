import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { getContacts } from './people-and-licenses.ts'
import { requireVisible } from './visible.ts'

/** The people of an agency. Throws 404, also for an agency that the caller does not see. */
export const listAgencyContacts: Handler<'listAgencyContacts'> = async (ctx, { path }) =>
  ok(await getContacts(ctx.db, await requireVisible(ctx, path.agencyNo)))
