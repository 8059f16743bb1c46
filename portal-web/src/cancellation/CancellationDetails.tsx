import type { CancellationPreview, CancellationSummary, PolicyConfirmation } from '@tideline/sdk'
import { CancelReasonCode } from '@tideline/sdk/words'
import { formatDate, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { type DetailItem, DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import './CancellationDetails.css'
import { describeNextStep } from './describe-next-step.ts'
import { describeSigners } from './describe-signers.ts'

type Amounts = Pick<
  CancellationPreview | CancellationSummary,
  'refundAmount' | 'balanceReduction' | 'credit' | 'refundTo' | 'onHold' | 'balance' | 'processingPayments'
>

const amountRow = (label: string, dollars: number, isTotal = false): DetailItem => ({
  label,
  value: formatMoney(dollars),
  isNumber: true,
  isTotal,
})

/**
 * Returns one row for each amount of a cancellation, such as return premium, refund by payee, refund on hold, balance,
 * and processing payment.
 */
function getAmountRows(amounts: Amounts): DetailItem[] {
  const { refundAmount, balanceReduction, credit, refundTo, onHold, balance, processingPayments } = amounts
  return [
    amountRow('Return premium', refundAmount ?? 0),
    ...(credit ? [amountRow('Credit', credit)] : []),
    ...(balanceReduction ? [amountRow('Balance reduced by', balanceReduction)] : []),
    ...refundTo.map(({ name, amount }) => amountRow(`Refund to ${name}`, amount, true)),
    ...(refundTo.length + onHold.length === 0 ? [amountRow('Refund', 0, true)] : []),
    ...(onHold.length > 0
      ? [amountRow('Refund on hold', onHold.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100)]
      : []),
    ...(balance ? [amountRow('Balance after the cancellation', balance, true)] : []),
    ...processingPayments.map(({ amount, submittedOn }, index) =>
      amountRow(
        `Payment ${processingPayments.length > 1 ? `${index + 1} ` : ''}processing since ${formatDate(submittedOn)}`,
        amount,
      ),
    ),
  ]
}

/** Explains amounts on hold and payments that are processing. */
const AmountNotes = ({
  onHold,
  processingPayments,
  reasonCode,
}: Pick<Amounts, 'onHold' | 'processingPayments'> & Pick<CancellationSummary, 'reasonCode'>) => (
  <>
    {onHold.map(({ message }) => (
      <p key={message} className="muted">
        {message}
      </p>
    ))}
    {processingPayments.length > 0 && (
      <p className="muted">
        If a processing payment settles, any amount above the balance will be refunded to the payer
        {reasonCode === CancelReasonCode.nonpayment
          ? ', unless it is on hold while we decide whether to reinstate the policy'
          : ''}
        .
      </p>
    )}
  </>
)

/** The preview of a cancellation: when coverage ends, and the total refund or balance. */
export const CancellationPreviewDetails = ({ preview }: { preview: CancellationPreview }) => (
  <>
    <DetailList
      facts={[{ label: 'Coverage ends', value: formatDate(preview.effectiveDate) }, ...getAmountRows(preview)]}
    />
    <AmountNotes {...preview} />
  </>
)

/** The refund of each charge. */
export const RefundLines = ({ lines }: Pick<CancellationPreview, 'lines'>) => (
  <DetailList facts={lines.map(({ description, refunded }) => amountRow(description, refunded))} />
)

interface CancellationDetailsProps {
  summary: CancellationSummary
  viewer: PolicyConfirmation['viewer']['kind']
  /** Whether the heading above the details states when coverage ends. The details then do not repeat it. */
  hasDateInHeading?: boolean
}

/**
 * The details of a cancellation, the same on every page: next step, reason, date, signers, and refund or balance
 * (CAN-21).
 */
export const CancellationDetails = ({ summary, viewer, hasDateInHeading = false }: CancellationDetailsProps) => (
  <section aria-label="Refund" className="cancellation-details stack-tight">
    {summary.state === 'pending' && <p>{describeNextStep(summary, viewer, hasDateInHeading)}</p>}
    <DetailList
      facts={[
        { label: 'Reason', value: summary.reasonName },
        ...(hasDateInHeading || summary.nextStep === 'effectiveDate' || !summary.effectiveDate
          ? []
          : [{ label: 'Coverage ends', value: formatDate(summary.effectiveDate) }]),
        ...(summary.state === 'pending'
          ? [
              { label: 'Signatures', value: describeSigners(summary, viewer) },
              {
                label: 'Not uploaded yet',
                value: summary.missingDocuments.map(({ docType }) => docType.type).join(', '),
              },
            ]
          : []),
        ...getAmountRows(summary),
      ]}
    />
    <AmountNotes {...summary} />
  </section>
)
