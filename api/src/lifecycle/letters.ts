import type { TransactionContext } from '../http/context.ts'
import { formatDollars } from '../http/money.ts'
import type { Letter, LetterTable } from '../notifications/letter.ts'
import type { Payees } from '../payments/refunds/refund-payees.ts'
import { getMailingAddress } from '../policy/mailing-address.ts'
import type { Policy } from '../policy/visibility.ts'
import { formatAddressLine } from '../providers/addresses/suggestion.ts'

/** A letter to the insured and the lienholders of a policy. */
export interface PolicyLetter {
  kind: 'cancellation' | 'nonRenewal' | 'nonRenewalRescinded' | 'reinstatement' | 'rewrite' | 'renewal' | 'expiry'
  /** Labeled values that state what happened and when. */
  facts: Letter['facts']
  paragraphs: string[]
  /**
   * Tables and text about the policy's payments and balance. Only the insured sees them. Lienholders see only their own
   * refunds.
   */
  account?: { tables: LetterTable[]; words: string }
  /** URL of the payment step, for the insured only. */
  payUrl?: string
  payees?: Payees
}

export interface LetterRecipient {
  recipient: 'insured' | 'lienholder'
  name: string
  address: string
  /** Loan number at the lender. */
  loan: string | null
}

/** Returns a lienholder as the recipient of a letter. */
export const toLenderRecipient = ({
  name,
  loan,
  ...address
}: Pick<LetterRecipient, 'name' | 'loan'> & Parameters<typeof formatAddressLine>[0]): LetterRecipient => ({
  ...{ recipient: 'lienholder', name, loan, address: formatAddressLine(address) },
})

/** Returns the insured and all lienholders with their mailing addresses. */
export async function getLetterRecipients(
  { db }: Pick<TransactionContext, 'db'>,
  policy: Policy,
): Promise<LetterRecipient[]> {
  const lienholders = await db
    .selectFrom('lienholders')
    .select(['name1 as name', 'addr1', 'addr2', 'city', 'state', 'zip', 'reference as loan'])
    .where('policy_id', '=', policy.policyId)
    .orderBy('position')
    .execute()
  const insured = { recipient: 'insured' as const, name: policy.insuredName, loan: null }
  return [{ ...insured, address: await getMailingAddress(db, policy) }, ...lienholders.map(toLenderRecipient)]
}

/** Returns one sentence for each refund that is paid to the recipient of the letter. */
const describeRefundToRecipient = (name: string, payees: Payees = []): string[] =>
  payees.filter((payee) => payee.name === name).map(({ cents }) => `Refund to you: ${formatDollars(cents)}.`)

function buildLetter({ recipient, name, address, loan }: LetterRecipient, policy: Policy, about: PolicyLetter): Letter {
  const isInsured = recipient === 'insured'
  return {
    facts: [
      ['To', [name, address].filter(Boolean).join(', ')],
      ['Policy number', policy.policyNo],
      ['Insured', policy.insuredName],
      ['Insured property', policy.addressLine],
      ...(loan ? [['Loan', loan] as [string, string]] : []),
      ...about.facts,
    ],
    tables: isInsured ? (about.account?.tables ?? []) : [],
    paragraphs: [
      ...about.paragraphs,
      ...(isInsured ? [about.account?.words ?? ''].filter(Boolean) : describeRefundToRecipient(name, about.payees)),
    ],
    ...(isInsured && about.payUrl && { payUrl: about.payUrl }),
  }
}

/**
 * Records letters to the insured and every lienholder. Their content is stored and never changes (DOC-8).
 */
export async function recordLetters(
  ctx: Pick<TransactionContext, 'db' | 'now'>,
  policy: Policy,
  { kind, ...about }: PolicyLetter,
): Promise<void> {
  const recipients = await getLetterRecipients(ctx, policy)
  await ctx.db
    .insertInto('notices')
    .values(
      recipients.map((to) => ({
        policy_id: policy.policyId,
        kind,
        method: 'mail' as const,
        sent_at: ctx.now,
        recipient: to.recipient,
        recipient_name: to.name,
        recipient_address: to.address,
        letter: JSON.stringify(buildLetter(to, policy, { kind, ...about })),
      })),
    )
    .execute()
}
