import type { PolicyConfirmation } from '@tideline/sdk'
import { money } from '@tideline/web-kit/formats/format.ts'
import { Checkbox } from '@tideline/web-kit/ui/Checkbox.tsx'
import { Facts } from '@tideline/web-kit/ui/Facts.tsx'
import { CardIcon } from './CardIcon.tsx'
import { brandName } from './card-marks.ts'
import { amountToPay } from './fee-basis.ts'

interface CardFeeProps {
  policy: Pick<PolicyConfirmation, 'currentlyDue'>
  brand: string
  /** In dollars. */
  fee: number
  isAcknowledged: boolean
  /** The user tried to pay without accepting the fee. */
  isMissed?: boolean
  onAcknowledge: (isAcknowledged: boolean) => void
  disabled?: boolean
}

/** Shows the amount due and the card fee, which the payer must accept (PAY-3). */
export function CardFee({
  policy,
  brand,
  fee,
  isAcknowledged,
  isMissed = false,
  onAcknowledge,
  disabled = false,
}: CardFeeProps) {
  return (
    <>
      <p className="row">
        <CardIcon brand={brand} /> Paying by {brandName(brand)} card
      </p>
      <Facts
        facts={[
          { label: 'Amount due', value: money(amountToPay(policy)), isNumber: true },
          { label: 'Card fee', value: money(fee), isNumber: true },
          { label: 'Total', value: money(amountToPay(policy, fee)), isTotal: true, isNumber: true },
        ]}
      />
      <Checkbox
        label={`I understand the ${money(fee)} card fee is nonrefundable.`}
        name="fee"
        checked={isAcknowledged}
        error={isMissed ? 'Confirm you understand the card fee.' : undefined}
        disabled={disabled}
        onChange={(event) => onAcknowledge(event.target.checked)}
      />
    </>
  )
}
