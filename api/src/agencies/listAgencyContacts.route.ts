import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { getContacts } from './people-and-licenses.ts'
import { requireVisible } from './visible.ts'

/** Returns the contacts of an agency. Throws 404 if the agency does not exist or is not visible to the caller. */
export const listAgencyContacts: Handler<'listAgencyContacts'> = async (ctx, { path }) =>
  ok(await getContacts(ctx.db, await requireVisible(ctx, path.agencyNo)))
