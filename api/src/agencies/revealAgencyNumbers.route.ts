import type { AgencyNumbers } from '@tideline/sdk/types'
import { writeAudit } from '../audit/audit.ts'
import { ok } from '../http/answer.ts'
import type { Ctx } from '../http/context.ts'
import { inTransaction } from '../http/in-transaction.ts'
import type { Handler } from '../http/operation.ts'
import { unseal } from '../http/sealed-text.ts'
import type { NumberColumn } from './sealed-number.ts'
import { lockAgency } from './update-agency.ts'

/** An agency's numbers without stars; the look is audited with its reason, in the same transaction. Throws 404. */
const reveal = (ctx: Ctx, agencyNo: string, reason: string): Promise<AgencyNumbers> =>
  inTransaction(ctx, async (ctx) => {
    const row = await lockAgency(ctx, { no: agencyNo })
    const opened = (column: NumberColumn) => {
      const sealed = row[column]
      return sealed && unseal(ctx.keys.sealing, { row: row.agency_id, column }, sealed)
    }
    await writeAudit(ctx, {
      action: 'agency.revealNumbers',
      entity: 'agency',
      entityId: agencyNo,
      details: { reason: reason.trim() },
    })
    return {
      taxId: opened('tax_id_sealed'),
      bankRoutingNo: row.bank_routing_no,
      bankAccountNo: opened('bank_account_sealed'),
    }
  })

export const revealAgencyNumbers: Handler<'revealAgencyNumbers'> = async (ctx, { path, body }) =>
  ok(await reveal(ctx, path.agencyNo, body.reason))
