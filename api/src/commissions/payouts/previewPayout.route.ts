import type { PayoutAgency, PayoutApprovalReason, PayoutStatement } from '@tideline/sdk/types'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '../../http/context.ts'
import { toCents, toDollars } from '../../http/money.ts'
import type { Handler } from '../../http/operation.ts'
import { ok } from '../../http/response.ts'
import { findApprovalReasons, getApprovalLimitCents } from './approval.ts'
import { findExclusionReason } from './exclusion.ts'

const statementsAtMost = 1000

interface Row {
  statement_id: string
  agency_no: string
  company: string
  month: string
  total_cents: number
  bank_routing_no: string | null
  has_account_no: boolean
}

const toPayoutStatement = (row: Row, approvalReason: PayoutApprovalReason | null): PayoutStatement => ({
  statementId: row.statement_id,
  agencyNo: row.agency_no,
  agencyName: row.company,
  year: Number(row.month.slice(0, 4)),
  month: Number(row.month.slice(5, 7)),
  amount: toDollars(row.total_cents),
  exclusion: findExclusionReason(row),
  approvalReason,
})

const isPayable: RawBuilder<SqlBool> = sql`s.state = 'closed' and s.total_cents > 0
  and not exists (select from payout_items i where i.statement_id = s.statement_id and i.is_current)`

async function readPayable(ctx: Pick<Ctx, 'db' | 'now' | 'actor'>): Promise<PayoutStatement[]> {
  const { rows } = await sql<Row>`
    select s.statement_id, a.agency_no, a.company, s.month, s.total_cents, a.bank_routing_no,
      a.bank_account_sealed is not null as has_account_no
    from commission_statements s join agencies a using (agency_id)
    where ${isPayable} order by a.agency_no, s.month limit ${statementsAtMost + 1}`.execute(ctx.db)
  const reasons = await findApprovalReasons(
    ctx,
    rows.map(({ statement_id }) => statement_id),
  )
  return rows.map((row) => toPayoutStatement(row, reasons.get(row.statement_id) ?? null))
}

const sumDollars = (statements: readonly PayoutStatement[]) =>
  toDollars(statements.reduce((sum, { amount }) => sum + toCents(amount, 'amount'), 0))

/**
 * Returns the payable statements and their totals by agency. Payable statements are closed, have a positive total, and
 * are neither paid nor in a batch.
 */
export const previewPayout: Handler<'previewPayout'> = async (ctx) => {
  const found = await readPayable(ctx)
  const statements = found.slice(0, statementsAtMost)
  const agencies: PayoutAgency[] = [...Map.groupBy(statements, ({ agencyNo }) => agencyNo).values()].map((own) => {
    const { agencyNo = '', agencyName = '', exclusion = null } = own[0] ?? {}
    return { agencyNo, agencyName, statementCount: own.length, total: sumDollars(own), exclusion }
  })
  return ok({
    statements,
    agencies,
    total: sumDollars(statements.filter(({ exclusion }) => exclusion === null)),
    approvalAbove: toDollars(await getApprovalLimitCents(ctx)),
    isCapped: found.length > statementsAtMost,
  })
}
