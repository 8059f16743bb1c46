import { useQuery } from '@tanstack/react-query'
import type { PolicyConfirmation } from '@tideline/sdk'
import { formatPhone } from '@tideline/web-kit/formats/format.ts'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import type { PolicyCard } from '../base/policy-card.ts'
import { isActionAllowed } from '../base/policy-permissions.ts'
import { mergeLatestTransaction } from '../base/transaction-meta.ts'
import { usePolicyTransactions } from '../base/usePolicy.ts'
import { OwnContactButtons } from '../contact/OwnContactButtons.tsx'
import { InsuredEmail } from './InsuredEmail.tsx'
import { getInsuredEmailQuery } from './insured-email-query.ts'

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
  const phone = number && <a href={`tel:${number}`}>{formatPhone(number)}</a>
  const emailChange = useQuery({
    ...getInsuredEmailQuery(policyNo),
    enabled: isActionAllowed(policy, 'changeInsuredEmail'),
  })
  // Staff must notice a pending change of the email address.
  const isExpanded = emailChange.isError || Boolean(emailChange.data?.payload.pendingChange)
  return (
    <Card title="Insured Contact Information" fold={isExpanded ? 'always' : 'collapsed'} summary={phone}>
      <DetailList
        facts={[
          { label: 'Insured', value: insuredName ?? `${firstName} ${lastName}` },
          { label: 'Email', value: <InsuredEmail policy={policy} /> },
          { label: 'Phone', value: phone },
          { label: 'Mailing Address', value: mailing.filter(Boolean).join(', ') },
        ]}
      />
      {policy.viewer.kind === 'insured' && !policy.viewer.isReadonly && (
        <OwnContactButtons policy={policy} mailingState={current?.mailingState ?? current?.state ?? 'FL'} />
      )}
    </Card>
  )
}

export const card: PolicyCard = { column: 'side', order: 26, PolicyComponent: InsuredContactCard }
