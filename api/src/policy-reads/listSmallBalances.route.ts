import { type SqlBool, sql } from 'kysely'
import type { Operations } from '../generated/operations.ts'
import { toDollars } from '../http/money.ts'
import type { Handler } from '../http/operation.ts'
import { readPage } from '../http/page.ts'
import { ok } from '../http/response.ts'
import { readWriteOffLimitCents } from '../settings/settings.ts'

type SmallBalance = Operations['listSmallBalances']['response']['payload']['items'][number]

interface Row {
  policy_no: string
  insured_name: string
  agency_no: string
  due_cents: number
}

/** Lists balances that can be written off, largest first. */
export const listSmallBalances: Handler<'listSmallBalances'> = async (ctx, { query }) => {
  const limit = await readWriteOffLimitCents(ctx.db, ctx.now)
  const owed = sql<SqlBool>`b.due_cents between 1 and ${limit}::bigint`
  const credit = sql<SqlBool>`b.due_cents between -${limit}::bigint and -1`
  const small = query.kind === 'owed' ? owed : query.kind === 'credit' ? credit : sql<SqlBool>`(${owed} or ${credit})`
  return ok(
    await readPage<Row, SmallBalance>(
      ctx.db,
      {
        columns: sql`p.policy_no, p.insured_name, p.agency_no, b.due_cents`,
        from: sql`policy_balances b join policies p using (policy_id)`,
        where: sql<SqlBool>`${small} and b.processing_cents = 0`,
        order: [
          { column: sql`abs(b.due_cents)`, type: 'bigint', direction: 'desc' },
          { column: sql`p.policy_no`, type: 'text', direction: 'asc' },
        ],
        present: (rows) =>
          rows.map(({ policy_no, insured_name, agency_no, due_cents }) => ({
            policyNo: policy_no,
            insuredName: insured_name,
            agencyNo: agency_no,
            balance: toDollars(due_cents),
          })),
      },
      query,
    ),
  )
}
