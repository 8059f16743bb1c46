import { describe, expect, it } from 'vitest'
import { operations } from '../generated/operations.ts'
import { type CallOptions, createTestApi } from '../testing/api.ts'
import { insertAccount, insertPolicy } from '../testing/builders.ts'
import type { OperationEntry } from './operation.ts'

const api = await createTestApi()
const token = await api.tokenFor({ accountId: (await insertAccount(api.db)).account_id })
const nonRenew = (policyNo: string, headers: CallOptions['headers'] = {}) =>
  api.call('POST', '/api/v1/policies/nonRenew', {
    token,
    headers,
    body: { PolicyNo: policyNo, Note: 'The house was sold.', reasonCode: '99' },
  })
const isNonRenewed = async (policyNo: string) => {
  const { non_renewed_at } = await api.db
    .selectFrom('policies')
    .select('non_renewed_at')
    .where('policy_no', '=', policyNo)
    .executeTakeFirstOrThrow()
  return non_renewed_at !== null
}

describe('dry run', () => {
  it('returns the actual response without saving changes or storing the idempotency key', async () => {
    const { policy_no } = await insertPolicy(api.db, { product: 4 })
    const key = { 'Idempotency-Key': 'non-renew-once' }
    const tried = await nonRenew(policy_no, { ...key, 'Dry-Run': 'true' })
    expect([tried.status, (await tried.json()).payload.status]).toEqual([200, 'Non-renew'])
    expect(await isNonRenewed(policy_no)).toBe(false)
    expect((await nonRenew(policy_no, key)).status).toBe(200)
    expect(await isNonRenewed(policy_no)).toBe(true)
  })

  it('returns the same errors as the actual request', async () => {
    const { policy_no } = await insertPolicy(api.db, { product: 1 })
    const [tried, done] = [await nonRenew(policy_no, { 'Dry-Run': 'true' }), await nonRenew(policy_no)]
    expect([tried.status, (await tried.json()).message]).toEqual([done.status, (await done.json()).message])
    expect((await api.call('POST', '/api/v1/policies/nonRenew', { headers: { 'Dry-Run': 'true' } })).status).toBe(401)
  })

  it('returns 400 for an operation without a dry run, and saves no changes', async () => {
    const { policy_id, policy_no } = await insertPolicy(api.db)
    const response = await api.call('POST', `/api/v1/policies/${policy_no}/notes`, {
      token,
      headers: { 'Dry-Run': 'true' },
      body: { note: 'Copy sent.' },
    })
    expect([response.status, (await response.json()).message]).toEqual([
      400,
      'Dry run: this operation does not support dry runs. Nothing was changed.',
    ])
    expect((await nonRenew(policy_no, { 'Dry-Run': 'yes' })).status).toBe(400)
    const notes = api.db.selectFrom('policy_notes').selectAll().where('policy_id', '=', policy_id)
    expect(await notes.execute()).toEqual([])
  })

  it('saves no changes when twenty dry runs are requested simultaneously', async () => {
    const { policy_no } = await insertPolicy(api.db, { product: 4 })
    const responses = await Promise.all(Array.from({ length: 20 }, () => nonRenew(policy_no, { 'Dry-Run': 'true' })))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await isNonRenewed(policy_no)).toBe(false)
  })

  it('is available only for operations that call neither Stripe nor file storage', () => {
    const offered = Object.entries(operations as Record<string, OperationEntry>).flatMap(([id, { supportsDryRun }]) =>
      supportsDryRun ? [id] : [],
    )
    // Dry runs of policy operations are tested in policy-permissions.api.test.ts. The others are tested with their
    // operations.
    expect(offered.sort()).toEqual([
      'approveAgencyRegistration',
      'approvePayoutBatch',
      'cancelPolicy',
      'cancelRewritePolicy',
      'closeCommissionStatement',
      'decideAdminApproval',
      'decideMortgageeChange',
      'decideReview',
      'endorsePolicy',
      'finalizeCancelPolicy',
      'markPayoutBatchPaid',
      'nonRenewPolicy',
      'payByCheck',
      'reinstatePolicy',
      'rescindNonRenewal',
      'resendPolicyLink',
      'returnPayout',
      'reverseWriteOff',
      'saveMoratorium',
      'startCommissionRun',
      'transferPayment',
      'undoBulkJob',
      'updateLockboxItem',
      'updateMoratorium',
      'voidPayoutBatch',
      'withdrawMoratorium',
      'writeOffBalance',
    ])
  })
})
