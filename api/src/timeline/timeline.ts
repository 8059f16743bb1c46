import { sql } from 'kysely'
import { findClaims } from '../claims/store.ts'
import { listDocuments } from '../documents/list-documents.ts'
import type { Operations } from '../generated/operations.ts'
import { createForbiddenError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import { decodeTimeSortKey, getInMemoryPage } from '../http/page.ts'
import { getNotesPage, toNoteResponse } from '../notes/store.ts'
import { getPayments } from '../payments/reads/rows.ts'
import { type Policy, requirePolicy } from '../policy/visibility.ts'
import { getTimelineSortKey } from './order.ts'
import { getTransactionItems } from './transactions.ts'

type Query = Operations['getPolicyTimeline']['query']
type Page = Operations['getPolicyTimeline']['response']['payload']
type Item = Page['items'][number]
type Kind = Exclude<NonNullable<Query['filter']>, 'all'>

async function paymentItems(ctx: Ctx, policy: Policy): Promise<Item[]> {
  const payments = await getPayments(ctx, policy)
  return payments.map((payment) => ({
    type: 'payment',
    id: payment.policyPaymentId,
    createdAt: payment.createdAt,
    payment,
  }))
}

async function uploadItems(ctx: Ctx, policy: Policy): Promise<Item[]> {
  const documents = await listDocuments(ctx, policy.policyNo, { which: 'all' })
  return documents.flatMap(({ docName, docTypeId, typeName, versions }) =>
    versions
      .filter(({ isUpload, link }) => isUpload && link !== null)
      .map(({ policyDocVerId, createdAt, createdByUserName }) => ({
        type: 'document-upload' as const,
        id: policyDocVerId,
        createdAt,
        ...{ docName, docTypeId, typeName, createdByUserName },
        link: policyDocVerId,
      })),
  )
}

async function claimItems(ctx: Ctx, policy: Policy): Promise<Item[]> {
  const claims = await findClaims(ctx.db, ctx.actor, sql`c.policy_id = ${policy.policyId}`)
  return claims.map((claim) => ({
    type: 'claim',
    id: claim.claim_id,
    noticeDate: claim.notice_date,
    dateOfLoss: claim.date_of_loss,
    claimNumber: claim.claim_number,
    status: claim.status,
  }))
}

/** Maximum number of items to count. Users do not page further. */
const countLimit = 1000

/**
 * Returns the notes up to the end of the requested page. A policy can have thousands of notes, so the rest is not read.
 */
async function noteItems(ctx: Ctx, policy: Policy, type: 'note' | 'callLog', query: Query): Promise<Found> {
  const { take = 50, skip = 0, cursor } = query
  const input = { type, after: decodeTimeSortKey(cursor), limit: skip + take + 1, countTo: countLimit + 1 }
  const { rows, count } = await getNotesPage(ctx.db, ctx.actor, policy.policyId, input)
  const items = rows.map(
    (row): Item => ({
      type: type === 'note' ? 'policy-note' : 'policy-call-log',
      id: row.policy_note_id,
      createdAt: row.created_at.toISOString(),
      note: toNoteResponse(ctx.actor, row),
    }),
  )
  return { items, count: Math.min(count, countLimit), isCapped: count > countLimit }
}

interface Found {
  /** All items of a type, or only the items up to the end of the page. */
  items: Item[]
  count: number
  isCapped: boolean
}

const whole =
  (read: (ctx: Ctx, policy: Policy) => Promise<Item[]>) =>
  async (ctx: Ctx, policy: Policy): Promise<Found> => {
    const items = await read(ctx, policy)
    return { items, count: items.length, isCapped: false }
  }

const kinds: Record<Kind, (ctx: Ctx, policy: Policy, query: Query) => Promise<Found>> = {
  transactions: whole((ctx, { policyId }) => getTransactionItems(ctx.db, policyId)),
  payments: whole(paymentItems),
  documents: whole(uploadItems),
  claims: whole(claimItems),
  notes: (ctx, policy, query) => noteItems(ctx, policy, 'note', query),
  callLogs: (ctx, policy, query) => noteItems(ctx, policy, 'callLog', query),
}

/**
 * Returns a policy's events, or only one type of event, newest first. Claims are sorted by notice date, and all other
 * events by creation time.
 * @throws {ApiError} 404 if the policy is not visible to the caller; 403 if a caller other than staff requests call
 * logs
 */
export async function readTimeline(ctx: Ctx, policyNo: string, query: Query): Promise<Page> {
  const { filter = 'all' } = query
  if (filter === 'callLogs' && ctx.actor.kind !== 'staff') throw createForbiddenError('Only staff can see call logs.')
  const policy = await requirePolicy(ctx, policyNo)
  const wanted = filter === 'all' ? Object.values(kinds) : [kinds[filter]]
  const found = await Promise.all(wanted.map((read) => read(ctx, policy, query)))
  const page = getInMemoryPage(
    found.flatMap(({ items }) => items),
    getTimelineSortKey,
    query,
  )
  const resultCount = found.reduce((sum, { count }) => sum + count, 0)
  return { ...page, resultCount, isCapped: found.some(({ isCapped }) => isCapped) }
}
