import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { Checkbox } from '@tideline/web-kit/ui/Checkbox.tsx'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import { CardIcon } from './CardIcon.tsx'
import { getCardBrandName } from './card-marks.ts'
import { getAmountToPay, type PayablePolicy } from './fee-basis.ts'

interface CardFeeProps {
  policy: PayablePolicy
  /** Whether the payment pays everything that is owed. */
  paysAll?: boolean
  brand: string
  /** Card fee in dollars. */
  fee: number
  isAcknowledged: boolean
  /** True if the user tried to pay without accepting the fee. */
  isAcknowledgmentMissing?: boolean
  onAcknowledge: (isAcknowledged: boolean) => void
  disabled?: boolean
}

/** Shows the amount due and the card fee. The payer must accept the fee (PAY-3). */
export function CardFee({
  policy,
  paysAll = false,
  brand,
  fee,
  isAcknowledged,
  isAcknowledgmentMissing: isMissed = false,
  onAcknowledge,
  disabled = false,
}: CardFeeProps) {
  return (
    <>
      <p className="row">
        <CardIcon brand={brand} /> Paying by {getCardBrandName(brand)} card
      </p>
      <DetailList
        facts={[
          { label: 'Amount', value: formatMoney(getAmountToPay(policy, 0, paysAll)), isNumber: true },
          { label: 'Card fee', value: formatMoney(fee), isNumber: true },
          { label: 'Total', value: formatMoney(getAmountToPay(policy, fee, paysAll)), isTotal: true, isNumber: true },
        ]}
      />
      <Checkbox
        label={`I understand the ${formatMoney(fee)} card fee is nonrefundable.`}
        name="fee"
        checked={isAcknowledged}
        error={isMissed ? 'Confirm you understand the card fee.' : undefined}
        disabled={disabled}
        onChange={(event) => onAcknowledge(event.target.checked)}
      />
    </>
  )
}
