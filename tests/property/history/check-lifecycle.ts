import { assertSame } from './assertions.ts'
import type { HistoryContext } from './context.ts'
import type { PolicyModel } from './policy-model.ts'

/** Expected transactions and letters of a policy up to now. */
export interface ExpectedHistory {
  /** Transaction types in posting order. All types of endorsements are `E`. */
  posted: string[]
  /** Number of letters of each kind. */
  letters: Record<string, number>
}

/** Returns the policy status. Checks the statuses in the order of POL-3. */
function getStatus({ ended, isRewritten, pending, isNonRenewed, termInput }: PolicyModel, today: string): string {
  if (ended || isRewritten) return 'Cancelled'
  if (today >= termInput.expirationDate) return 'Expired'
  if (pending) return 'Pending Cancel'
  if (isNonRenewed) return 'Non-renew'
  return today < termInput.inceptionDate ? 'Bound' : 'Active'
}

export type Snapshot = Pick<PolicyModel, 'ended' | 'pending' | 'isRewritten' | 'isNonRenewed'> & { changes: number }
export const getSnapshot = ({ ended, pending, isRewritten, isNonRenewed, termInput }: PolicyModel): Snapshot => ({
  ...{ ended, pending, isRewritten, isNonRenewed, changes: termInput.changes.length },
})

const countLetter = (expected: ExpectedHistory, kind: string) => {
  expected.letters[kind] = (expected.letters[kind] ?? 0) + 1
}

/** Adds the transaction and letters of a step, if the step has any, to the expected history. */
export function recordStep(expected: ExpectedHistory, before: Snapshot, policy: PolicyModel): void {
  const after = getSnapshot(policy)
  if (after.changes > before.changes) expected.posted.push('E')
  if (after.isNonRenewed && !before.isNonRenewed) countLetter(expected, 'nonRenewal')
  if (after.pending && !before.pending) expected.posted.push(`P${after.pending.reason}`)
  if (after.pending?.isAccepted && !before.pending?.isAccepted) countLetter(expected, 'cancellation')
  if (after.ended && !before.ended) {
    expected.posted.push(after.isRewritten ? 'CN' : `C${policy.endedFor}`)
    // A scheduled cancellation has already sent its letter. A rewrite sends the letter of the new term instead.
    if (!after.isRewritten && !before.pending?.isAccepted) countLetter(expected, 'cancellation')
  }
  if ((before.ended || before.pending) && !after.ended && !after.pending) {
    expected.posted.push('RI')
    countLetter(expected, 'reinstatement')
  }
}

interface HistoryRow {
  posted: string[]
  sequences: number[]
  declarations: number
  requests: number
  letters: Record<string, number>
}

const historySql = `select
  (select json_agg(case when transaction_type ~ '^EB' then 'E' else transaction_type end order by sequence)
    from policy_transactions where policy_id = $1) as posted,
  (select json_agg(sequence order by post_date, created_at, sequence) from policy_transactions where policy_id = $1) as sequences,
  (select count(*)::int from policy_doc_versions v join policy_docs d using (policy_doc_id)
    where d.policy_id = $1 and d.doc_kind = 'decPage') as declarations,
  (select count(*)::int from policy_docs d where d.policy_id = $1 and d.doc_kind = 'cancellationRequest'
    and exists (select from policy_doc_signatures s where s.policy_doc_id = d.policy_doc_id)) as requests,
  (select coalesce(json_object_agg(kind, letters), '{}') from (select kind, count(*) as letters from notices
    where policy_id = $1 group by kind) n) as letters`

/** Checks a policy's status, transaction order, declarations pages, signature requests, and letters. */
export async function checkLifecycle(
  { callAs, staff, pool, today }: HistoryContext,
  policy: PolicyModel,
  expected: ExpectedHistory,
): Promise<void> {
  const { body } = await callAs(staff, `GET /api/v1/policies/${policy.policyNo}`)
  assertSame(body.payload.status, getStatus(policy, today), `the status of ${policy.policyNo}`)
  const { rows } = await pool.query<HistoryRow>(historySql, [policy.policyId])
  const actual = rows[0]
  assertSame(actual?.posted, expected.posted, `the transactions of ${policy.policyNo}`)
  assertSame(
    actual?.sequences,
    expected.posted.map((_, index) => index + 1),
    `the order of the transactions of ${policy.policyNo}`,
  )
  assertSame(
    actual?.declarations,
    1 + expected.posted.filter((type) => type === 'E').length,
    `the number of declarations pages of ${policy.policyNo}: one per change`,
  )
  assertSame(actual?.letters, expected.letters, `the letters of ${policy.policyNo}`)
  const mayRequestSignatures = policy.pending || policy.ended
  assertSame(
    (actual?.requests ?? 0) <= (mayRequestSignatures ? 1 : 0),
    true,
    `whether ${policy.policyNo} has at most one cancellation request to sign`,
  )
}
