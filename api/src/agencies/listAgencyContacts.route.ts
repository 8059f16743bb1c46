import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { getContacts } from './contacts-and-licenses.ts'
import { requireVisibleAgency } from './visibility.ts'

/** Returns the contacts of an agency. Throws 404 if the agency does not exist or is not visible to the caller. */
export const listAgencyContacts: Handler<'listAgencyContacts'> = async (ctx, { path }) =>
  ok(await getContacts(ctx.db, await requireVisibleAgency(ctx, path.agencyNo)))
