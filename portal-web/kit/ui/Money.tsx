import { money, moneyOrDash } from '../formats/format.ts'

export function Money({ amount, zeroAsDash = false }: { amount: number; zeroAsDash?: boolean }) {
  return <span className="number">{zeroAsDash ? moneyOrDash(amount) : money(amount)}</span>
}
