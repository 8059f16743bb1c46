import { useQuery } from '@tanstack/react-query'
import type { PolicyTransaction } from '@tideline/sdk'
import { reverseEndorsement } from '@tideline/sdk/operations'
import { previewReversalOptions } from '@tideline/sdk/query'
import { formatDate, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { TextArea } from '@tideline/web-kit/ui/TextField.tsx'
import { useState } from 'react'
import { PricePeriods } from '../summary/PricePeriods.tsx'
import { ReappliedTransactions } from '../summary/ReappliedTransactions.tsx'
import { RenewalChangeSection } from '../summary/RenewalChangeSection.tsx'

interface ReverseDialogProps {
  policyNo: string
  endorsement: PolicyTransaction
  onClose: () => void
}

/** Returns a sentence about the amount that the reversal charges or refunds. */
const priceText = (change: number) => {
  if (change === 0) return 'The premium does not change.'
  return change > 0 ? `${formatMoney(change)} is due.` : `${formatMoney(-change)} will be refunded.`
}

/** Reverses an endorsement after staff have reviewed the price and entered a reason (ADR 34). */
export function ReverseEndorsementDialog({ policyNo, endorsement, onClose }: ReverseDialogProps) {
  const path = { policyNo, endorsementId: endorsement.policyTransactionId }
  const [reason, setReason] = useState('')
  const preview = useQuery({
    ...previewReversalOptions({ client: api.client, path }),
    // Users must confirm the current price, so an old preview is not cached.
    gcTime: 0,
    meta: { errors: 'inline' },
  })
  const reverse = useAction(
    (change: number) => api.call(reverseEndorsement, { path, body: { change, reason: reason.trim() } }),
    {
      changes: 'everything',
      successToast: 'The endorsement was reversed.',
      onDone: onClose,
      onFailed: () => void preview.refetch(),
    },
  )
  const pricing = preview.data?.payload.pricing
  return (
    <FormDialog
      title="Reverse endorsement?"
      submitLabel="Reverse"
      busyLabel="Reversing…"
      danger
      disabledReason={!pricing ? 'One moment, please.' : reason.trim() ? undefined : 'Enter a reason.'}
      isBusy={reverse.isBusy}
      problem={reverse.problem}
      onSubmit={() => pricing && reverse.run(pricing.change)}
      onClose={onClose}
    >
      <QueryState
        query={preview}
        lines={4}
        label="Calculating the price"
        problem="The endorsement cannot be reversed"
      />
      {pricing && (
        <>
          <p>
            {priceText(pricing.change)} As of {formatDate(endorsement.effectiveDate)}, coverage is as it would be
            without the endorsement. Lienholders and the mailing address do not change.
          </p>
          <PricePeriods
            periods={pricing.periods}
            minimumEarned={pricing.minimumEarned}
            minimumLabel="Retained: minimum earned premium"
          />
          <ReappliedTransactions transactions={pricing.reapplied} />
          <RenewalChangeSection renewal={pricing.renewal} />
          <TextArea
            label="Reason"
            rows={2}
            maxLength={1000}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </>
      )}
    </FormDialog>
  )
}
