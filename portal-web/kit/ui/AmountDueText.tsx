import { formatMoney } from '../formats/format.ts'
import type { AmountDue } from '../labels/amount-due.ts'
import './AmountDueText.css'
import { Icon } from './Icon.tsx'

/** The amount due now, or the next amount due, below its label. The label of a past-due amount is red. */
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
