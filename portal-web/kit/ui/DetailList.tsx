import type { ReactNode } from 'react'
import './Facts.css'

export interface DetailItem {
  label: string
  value: ReactNode
  isTotal?: boolean
  isNumber?: boolean
}

/** A list of labels and values. Entries without a value are left out. */
export function DetailList({ facts, inColumns = false }: { facts: readonly DetailItem[]; inColumns?: boolean }) {
  const known = facts.filter(({ value }) => value !== undefined && value !== null && value !== '')
  return (
    <dl className={inColumns ? 'facts-columns' : undefined}>
      {known.map(({ label, value, isTotal, isNumber }) => (
        <div key={label} className="fact" data-total={isTotal ? '' : undefined}>
          <dt>{label}</dt>
          <dd className={isNumber ? 'number' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
