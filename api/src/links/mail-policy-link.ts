import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Keys } from '../http/secrets.ts'
import { type LinkPurpose, makeLinkToken, wayIn } from '../link-tokens/make-link.ts'
import { queueMail } from '../notifications/queue-mail.ts'

/**
 * Mails the insured of a policy a link that signs them in once, after phone and zip.
 *
 * @returns the address it goes to
 */
export async function mailPolicyLink(
  trx: Transaction<DB>,
  deps: { keys: Keys; publicUrl: string },
  wish: { policyId: string; purpose: LinkPurpose; now: Date; to?: string },
): Promise<string> {
  const policy = await trx
    .selectFrom('policies')
    .select(['policy_id', 'policy_no', 'email', 'insured_name', 'first_name', 'identity_id', 'address_line'])
    .where('policy_id', '=', wish.policyId)
    .executeTakeFirstOrThrow()
  const { token, expiresAt } = await makeLinkToken(trx, deps.keys, wish.now, {
    kind: 'deeplink',
    purpose: wish.purpose,
    policyNo: policy.policy_no,
    identityId: policy.identity_id,
  })
  const to = wish.to ?? policy.email
  await queueMail(trx, {
    to,
    toName: policy.insured_name,
    policyId: policy.policy_id,
    template: 'policyholder-link',
    values: {
      firstName: policy.first_name || policy.insured_name,
      policyNo: policy.policy_no,
      address: policy.address_line ?? '',
      link: `${deps.publicUrl}${wayIn(wish.purpose, token)}`,
      expiresAt: expiresAt.toISOString(),
    },
  })
  return to
}
