import type { CSSProperties, ReactNode } from 'react'
import './FieldGrid.css'

/** Fields of a form beside each other: at most so many in a row, one below the other where there is little room. */
export function FieldGrid({ most = 2, children }: { most?: 2 | 3 | 4; children: ReactNode }) {
  return (
    <div className="field-grid" style={{ '--field-most': most } as CSSProperties}>
      {children}
    </div>
  )
}
