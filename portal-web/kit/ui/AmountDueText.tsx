import { formatMoney } from '../formats/format.ts'
import type { AmountDue } from '../labels/amount-due.ts'
import './AmountDueText.css'
import { Icon } from './Icon.tsx'

/** The amount that is due now or next, below its label. A past-due amount is red and has an icon. */
export function AmountDueText({ due: { state, label, amount, icon } }: { due: AmountDue }) {
  return (
    <p className="amount-due" data-state={state}>
      <span className="amount-due-label">
        <Icon name={icon} />
        {label}
      </span>{' '}
      <span className="amount-due-amount">{formatMoney(amount)}</span>
    </p>
  )
}
