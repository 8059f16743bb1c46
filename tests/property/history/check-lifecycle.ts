import { assertSame } from './assertions.ts'
import type { HistoryContext } from './context.ts'
import type { PolicyModel } from './policy-model.ts'

/** The expected transactions and letters of a policy so far. */
export interface ExpectedHistory {
  /** Transaction types in order. Every type of endorsement is `E`. */
  posted: string[]
  /** Number of letters by kind. */
  letters: Record<string, number>
}

/** Returns the policy status, in the order of POL-3. */
function getStatus({ ended, isRewritten, pending, isNonRenewed, story }: PolicyModel, today: string): string {
  if (ended || isRewritten) return 'Cancelled'
  if (today >= story.expirationDate) return 'Expired'
  if (pending) return 'Pending Cancel'
  if (isNonRenewed) return 'Non-renew'
  return today < story.inceptionDate ? 'Bound' : 'Active'
}

export type Snapshot = Pick<PolicyModel, 'ended' | 'pending' | 'isRewritten' | 'isNonRenewed'> & { wishes: number }
export const getSnapshot = ({ ended, pending, isRewritten, isNonRenewed, story }: PolicyModel): Snapshot => ({
  ...{ ended, pending, isRewritten, isNonRenewed, wishes: story.wishes.length },
})

const count = (life: ExpectedHistory, kind: string) => {
  life.letters[kind] = (life.letters[kind] ?? 0) + 1
}

/** Adds the transaction of one step, if there is one, and its letters. */
export function recordStep(life: ExpectedHistory, before: Snapshot, book: PolicyModel): void {
  const after = getSnapshot(book)
  if (after.wishes > before.wishes) life.posted.push('E')
  if (after.isNonRenewed && !before.isNonRenewed) count(life, 'nonRenewal')
  if (after.pending && !before.pending) life.posted.push(`P${after.pending.reason}`)
  if (after.pending?.isAccepted && !before.pending?.isAccepted) count(life, 'cancellation')
  if (after.ended && !before.ended) {
    life.posted.push(after.isRewritten ? 'CN' : `C${book.endedFor}`)
    // An accepted cancellation has sent its letter already. A rewrite sends the letter of the new term instead.
    if (!after.isRewritten && !before.pending?.isAccepted) count(life, 'cancellation')
  }
  if ((before.ended || before.pending) && !after.ended && !after.pending) {
    life.posted.push('RI')
    count(life, 'reinstatement')
  }
}

interface Told {
  posted: string[]
  sequences: number[]
  declarations: number
  requests: number
  letters: Record<string, number>
}

const toldSql = `select
  (select json_agg(case when transaction_type ~ '^EB' then 'E' else transaction_type end order by sequence)
    from policy_transactions where policy_id = $1) as posted,
  (select json_agg(sequence order by post_date, created_at, sequence) from policy_transactions where policy_id = $1) as sequences,
  (select count(*)::int from policy_doc_versions v join policy_docs d using (policy_doc_id)
    where d.policy_id = $1 and d.doc_kind = 'decPage') as declarations,
  (select count(*)::int from policy_docs d where d.policy_id = $1 and d.doc_kind = 'cancellationRequest'
    and exists (select from policy_doc_signatures s where s.policy_doc_id = d.policy_doc_id)) as requests,
  (select coalesce(json_object_agg(kind, letters), '{}') from (select kind, count(*) as letters from notices
    where policy_id = $1 group by kind) n) as letters`

/** Checks the status, order of transactions, declarations pages, signature requests and letters of a policy. */
export async function checkLifecycle(
  { as, staff, pool, today }: HistoryContext,
  book: PolicyModel,
  life: ExpectedHistory,
): Promise<void> {
  const { body } = await as(staff, `GET /api/v1/policies/${book.policyNo}`)
  assertSame(body.payload.status, getStatus(book, today), `the status of ${book.policyNo}`)
  const { rows } = await pool.query<Told>(toldSql, [book.policyId])
  const told = rows[0]
  assertSame(told?.posted, life.posted, `the transactions of ${book.policyNo}`)
  assertSame(
    told?.sequences,
    life.posted.map((_, index) => index + 1),
    `the order of the transactions of ${book.policyNo}`,
  )
  assertSame(
    told?.declarations,
    1 + life.posted.filter((type) => type === 'E').length,
    `the declarations pages of ${book.policyNo}: one a change`,
  )
  assertSame(told?.letters, life.letters, `the letters of ${book.policyNo}`)
  const mayAsk = book.pending || book.ended
  assertSame(
    (told?.requests ?? 0) <= (mayAsk ? 1 : 0),
    true,
    `whether ${book.policyNo} asks for signatures to cancel it`,
  )
}
