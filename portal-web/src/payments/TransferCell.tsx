import type { PolicyPayment, Viewer } from '@tideline/sdk'
import { Icon } from '@tideline/web-kit/ui/Icon.tsx'
import { IconButton } from '@tideline/web-kit/ui/IconButton.tsx'
import { transferTitle } from './transfer-title.ts'
import './payments.css'

interface TransferCellProps {
  payment: PolicyPayment
  viewer: Viewer
  onTransfer: (payment: PolicyPayment) => void
}

/** Why a payment cannot be moved, as a mark with a title. */
export const TransferMark = ({ title }: { title: string }) => (
  <span className="muted transfer-mark" role="img" title={title} aria-label={title}>
    <Icon name="transfer" />
  </span>
)

/** The button that moves a payment, or a mark that says why it cannot be moved. */
export function TransferCell({ payment, viewer, onTransfer }: TransferCellProps) {
  const title = transferTitle(payment, viewer)
  if (payment.canTransfer || payment.canTransferAgain)
    return (
      <IconButton
        label={`${title} ${payment.paymentId}`}
        title={title}
        icon="transfer"
        onClick={() => onTransfer(payment)}
      />
    )
  return <TransferMark title={title} />
}
