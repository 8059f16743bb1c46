import type { Quote } from '@tideline/sdk'
import { bindEndorsement } from '@tideline/sdk/operations'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { getToday } from '@tideline/web-kit/labels/labels.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { TextArea } from '@tideline/web-kit/ui/TextField.tsx'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { LienholderEffectsSection } from '../summary/LienholderEffectsSection.tsx'
import { PricePeriods } from '../summary/PricePeriods.tsx'
import { ReappliedTransactions } from '../summary/ReappliedTransactions.tsx'
import { RenewalChangeSection } from '../summary/RenewalChangeSection.tsx'

/** Returns a sentence about the amount that binding charges or refunds. */
const priceText = (change: number) => {
  if (change === 0) return 'The premium does not change.'
  return change > 0 ? `${formatMoney(change)} is due.` : `${formatMoney(-change)} will be refunded.`
}

/** A dialog that binds the quote after the viewer has confirmed the price. */
export function BindDialog({ quote, onClose }: { quote: Quote; onClose: () => void }) {
  const navigate = useNavigate()
  const [comments, setComments] = useState('')
  const needsReason = quote.effectiveDate < getToday(new Date()) && quote.pricing.periods.length > 0
  const bind = useAction(
    () =>
      api.call(bindEndorsement, {
        body: {
          QuoteNumber: quote.quoteNumber,
          TransactionDescription: 'Endorsement',
          ...(comments.trim() && { Comments: comments.trim() }),
        },
      }),
    {
      changes: 'everything',
      successToast: 'The endorsement was bound.',
      onDone: () => void navigate(paths.policy(quote.policyNo)),
    },
  )
  const { change, periods, minimumEarned, reapplied, renewal } = quote.pricing
  return (
    <FormDialog
      title="Bind endorsement?"
      submitLabel="Bind"
      busyLabel="Binding…"
      disabledReason={needsReason && !comments.trim() ? 'Enter a reason.' : undefined}
      isBusy={bind.isBusy}
      problem={bind.problem}
      onSubmit={() => bind.run()}
      onClose={onClose}
    >
      <p>{priceText(change)} This changes the policy. You can change it again with another endorsement.</p>
      <PricePeriods periods={periods} minimumEarned={minimumEarned} minimumLabel="Retained: minimum earned premium" />
      <ReappliedTransactions transactions={reapplied} />
      <RenewalChangeSection renewal={renewal} />
      <LienholderEffectsSection effects={quote.lienholderEffects} />
      {needsReason && (
        <TextArea
          label="Reason"
          help="The endorsement changes premium for days that have passed. Return premium for those days requires approval by a second person."
          required
          maxLength={4000}
          value={comments}
          onChange={(event) => setComments(event.target.value)}
        />
      )}
      {periods.length > 0 && <p className="muted">Taxes are included in the amount due or refunded.</p>}
    </FormDialog>
  )
}
