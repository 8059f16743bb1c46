import type { PolicyPayment, Viewer } from '@tideline/sdk'
import { Icon } from '@tideline/web-kit/ui/Icon.tsx'
import { IconButton } from '@tideline/web-kit/ui/IconButton.tsx'
import { getTransferTitle } from './transfer-title.ts'
import './payments.css'

interface TransferCellProps {
  payment: PolicyPayment
  viewer: Viewer
  onTransfer: (payment: PolicyPayment) => void
}

/** Icon whose title states why a payment cannot be transferred. */
export const TransferStatusMark = ({ title }: { title: string }) => (
  <span className="muted transfer-mark" role="img" title={title} aria-label={title}>
    <Icon name="transfer" />
  </span>
)

/** Transfer button, or an icon with the reason why the payment cannot be transferred. */
export function TransferCell({ payment, viewer, onTransfer }: TransferCellProps) {
  const title = getTransferTitle(payment, viewer)
  if (payment.canTransfer || payment.canTransferAgain)
    return (
      <IconButton
        label={`${title} ${payment.paymentId}`}
        title={title}
        icon="transfer"
        onClick={() => onTransfer(payment)}
      />
    )
  return <TransferStatusMark title={title} />
}
