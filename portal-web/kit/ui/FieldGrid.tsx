import type { CSSProperties, ReactNode } from 'react'
import './FieldGrid.css'

/** A grid of form fields with up to `most` columns. Narrow screens show fewer columns. */
export function FieldGrid({ most: maxColumns = 2, children }: { most?: 2 | 3 | 4; children: ReactNode }) {
  return (
    <div className="field-grid" style={{ '--field-most': maxColumns } as CSSProperties}>
      {children}
    </div>
  )
}
