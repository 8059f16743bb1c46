import type { CSSProperties, ReactNode } from 'react'
import './FieldGrid.css'

/** A grid of form fields with at most `most` columns, fewer where space is limited. */
export function FieldGrid({ most: maxColumns = 2, children }: { most?: 2 | 3 | 4; children: ReactNode }) {
  return (
    <div className="field-grid" style={{ '--field-most': maxColumns } as CSSProperties}>
      {children}
    </div>
  )
}
