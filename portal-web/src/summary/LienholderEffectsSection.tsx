import type { LienholderEffects } from '@tideline/sdk'
import { formatPayerChange } from '@tideline/web-kit/labels/payer-change.ts'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'

/**
 * Lists who is billed instead and which removed lenders get a letter when an endorsement is bound (BIL-18, DOC-13). Renders
 * nothing if there are none.
 */
export function LienholderEffectsSection({ effects }: { effects: LienholderEffects | undefined }) {
  const { payerChanges = [], letterRecipients = [] } = effects ?? {}
  if (payerChanges.length + letterRecipients.length === 0) return null
  return (
    <section aria-label="Lienholders">
      <h3>Lienholders</h3>
      <DetailList
        facts={[
          ...payerChanges.map((change) => ({
            label: `Billing of ${change.policyNo}`,
            value: formatPayerChange(change),
          })),
          ...(letterRecipients.length > 0
            ? [{ label: 'Letters to removed lenders', value: letterRecipients.join(', ') }]
            : []),
        ]}
      />
    </section>
  )
}
