import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { createNotFoundError } from '../http/api-error.ts'
import type { Actor, Ctx } from '../http/context.ts'
import { isId } from '../http/id.ts'
import { toDollars } from '../http/money.ts'
import { type Page, type PageQuery, readPage } from '../http/page.ts'
import { createVisibilityCondition } from '../policy/visibility.ts'
import type { Claim, ClaimDraft } from './claim.ts'

export interface ClaimRow {
  claim_id: string
  claim_number: string
  policy_id: string
  policy_no: string
  product_id: number
  policy_state: string
  time_zone: string | null
  inception_date: string
  expiration_date: string
  /** Cancellation effective date. Null if the policy is not cancelled. */
  cancelled_from: string | null
  status: Claim['status']
  notice_date: string
  date_of_loss: string
  cause: NonNullable<Claim['causeOfLoss']>
  description: string
  adjuster_name: string | null
  adjuster_email: string | null
  adjuster_phone: string | null
  extension: string | null
  contact_phone: string | null
  contact_note: string | null
  reported_by_identity_id: string | null
  reserve_cents: number
  paid_cents: number
  created_at: Date
  updated_at: Date
}

export const claimTables = sql`claims c join policies p on p.policy_id = c.policy_id`
export const claimColumns = sql`c.*, p.policy_no, p.product_id, p.state as policy_state, p.time_zone, p.inception_date, p.expiration_date,
  case when p.cancelled_at is not null and p.pending_cancel_at is null then p.cancel_effective_date end as cancelled_from`

const orNull = (text: string | null) => text || null

/** Converts a claim row to the contract's format. */
export const toClaimResponse = (row: ClaimRow): Claim => ({
  id: row.claim_id,
  claimNumber: row.claim_number,
  policyNo: row.policy_no,
  status: row.status,
  noticeDate: row.notice_date,
  dateOfLoss: row.date_of_loss,
  causeOfLoss: row.cause,
  description: orNull(row.description),
  adjusterName: orNull(row.adjuster_name),
  adjusterEmail: orNull(row.adjuster_email),
  adjusterPhone: orNull(row.adjuster_phone),
  extension: orNull(row.extension),
  contactPhone: orNull(row.contact_phone),
  contactNote: orNull(row.contact_note),
  reserve: toDollars(row.reserve_cents),
  paid: toDollars(row.paid_cents),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

/** Converts the optional claim fields in a request to columns. This is the inverse of `toClaimResponse`. */
export const toClaimColumns = (draft: Partial<ClaimDraft>) => ({
  description: draft.description ?? '',
  adjuster_name: draft.adjusterName ?? null,
  adjuster_email: draft.adjusterEmail ?? null,
  adjuster_phone: draft.adjusterPhone ?? null,
  extension: draft.extension ?? null,
  contact_phone: draft.contactPhone ?? null,
  contact_note: draft.contactNote ?? null,
})

/** Returns up to 1,000 claims on policies that the actor can see, unordered. */
export async function findClaims(db: Kysely<DB>, actor: Actor, condition: RawBuilder<SqlBool>): Promise<ClaimRow[]> {
  const { rows } = await sql<ClaimRow>`select ${claimColumns} from ${claimTables}
    where ${createVisibilityCondition(actor)} and ${condition} limit 1000`.execute(db)
  return rows
}

interface ClaimFilter {
  policyId: string | undefined
  changedAfter: string | undefined
}

/** Lists claims on policies that the actor can see, latest date reported first. The default limit is 1,000. */
export const listClaims = (ctx: Ctx, { policyId, changedAfter }: ClaimFilter, query: PageQuery): Promise<Page<Claim>> =>
  readPage<ClaimRow, Claim>(
    ctx.db,
    {
      columns: claimColumns,
      from: claimTables,
      where: sql<SqlBool>`${createVisibilityCondition(ctx.actor)}
        and ${policyId ? sql`c.policy_id = ${policyId}` : sql`true`}
        and ${changedAfter ? sql`c.updated_at > ${changedAfter}` : sql`true`}`,
      order: [
        { column: sql`c.notice_date`, type: 'date', direction: 'desc' },
        { column: sql`c.claim_id`, type: 'uuid', direction: 'asc' },
      ],
      present: (rows) => rows.map(toClaimResponse),
    },
    query,
    1000,
  )

/**
 * Returns a claim.
 *
 * @throws {ApiError} 404 if the claim does not exist or its policy is not visible to the actor
 */
export async function requireClaim(db: Kysely<DB>, actor: Actor, claimId: string): Promise<ClaimRow> {
  const condition = sql<SqlBool>`c.claim_id = ${claimId}`
  const [row] = isId(claimId) ? await findClaims(db, actor, condition) : []
  if (!row) throw createNotFoundError({ claimId })
  return row
}

/** Returns a claim and locks its row until the transaction ends. Throws the same errors as `requireClaim`. */
export async function lockClaim(trx: Transaction<DB>, actor: Actor, claimId: string): Promise<ClaimRow> {
  await requireClaim(trx, actor, claimId)
  await sql`select from claims where claim_id = ${claimId} for update`.execute(trx)
  return requireClaim(trx, actor, claimId)
}
