import { exportList } from '../audit/export-list.ts'
import type { Operations } from '../generated/operations.ts'
import type { Ctx } from '../http/context.ts'
import type { FileResponse } from '../http/response.ts'
import { parseAdminListQuery } from './admin-list.ts'
import { findPolicyIdPage } from './find-policy-id-page.ts'
import { type AdminPolicy, readAdminPolicyRows } from './policy-rows.ts'

const columns = [
  'policyNo',
  'quoteNumber',
  'productId',
  'status',
  'insuredName',
  'email',
  'phone',
  'address',
  'city',
  'state',
  'zip',
  'agencyNo',
  'agencyName',
  'producerName',
  'inceptionDate',
  'expirationDate',
  'isSigned',
  'isPaid',
  'totalPremium',
  'totalDue',
  'currentlyDue',
  'dueDate',
  'dueState',
  'originalPostDate',
] as const satisfies (keyof AdminPolicy)[]

/** Exports the back-office policy list as a CSV file. */
export const exportAdminPolicies = (
  ctx: Ctx,
  query: Operations['exportAdminPolicies']['query'],
): Promise<FileResponse> =>
  exportList<AdminPolicy>(ctx, {
    ...{ name: 'policies', columns, query },
    open: async () => {
      const input = await parseAdminListQuery(ctx, query)
      return async (offset, limit) => {
        const { policyIds } = await findPolicyIdPage(ctx.db, { ...input, offset, limit })
        return readAdminPolicyRows(ctx.db, policyIds, ctx.now)
      }
    },
  })
