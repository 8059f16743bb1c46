import type { PolicyConfirmation } from '@tideline/sdk'
import { formatPhone } from '@tideline/web-kit/formats/format.ts'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import type { PolicyCard } from '../base/policy-card.ts'
import { mergeLatestTransaction } from '../base/transaction-meta.ts'
import { usePolicyTransactions } from '../base/usePolicy.ts'
import { useSectionFold } from '../base/useSectionFold.ts'
import { InsuredEmail } from './InsuredEmail.tsx'

/** Card with the insured's phone, email, and mailing address. */
export function InsuredContactCard({ policy }: { policy: PolicyConfirmation }) {
  const { insuredName, phone: number, policyNo } = policy
  const transactions = usePolicyTransactions(policyNo).data ?? []
  const current = transactions.at(-1)
  const { firstName, lastName } = mergeLatestTransaction(policy, transactions)
  const mailing = [
    ...[current?.mailingAddr1, current?.mailingAddr2, current?.mailingCity],
    [current?.mailingState, current?.mailingZip].filter(Boolean).join(' '),
  ]
  return (
    <Card title="Insured Contact Information" fold={useSectionFold('always')}>
      <DetailList
        facts={[
          { label: 'Insured', value: insuredName ?? `${firstName} ${lastName}` },
          { label: 'Email', value: <InsuredEmail policy={policy} /> },
          { label: 'Phone', value: number && <a href={`tel:${number}`}>{formatPhone(number)}</a> },
          { label: 'Mailing Address', value: mailing.filter(Boolean).join(', ') },
        ]}
      />
    </Card>
  )
}

export const card: PolicyCard = { column: 'side', order: 26, PolicyComponent: InsuredContactCard }
