import { formatMoney, formatMoneyOrDash } from '../formats/format.ts'

export function Money({ amount, zeroAsDash = false }: { amount: number; zeroAsDash?: boolean }) {
  return <span className="number">{zeroAsDash ? formatMoneyOrDash(amount) : formatMoney(amount)}</span>
}
