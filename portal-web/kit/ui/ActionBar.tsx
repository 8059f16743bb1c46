import type { ReactNode, Ref } from 'react'
import './ActionBar.css'

interface ActionBarProps {
  /** What remains to be done; shown above the button. */
  note?: ReactNode
  ref?: Ref<HTMLDivElement>
  /** Keeps the bar visible on large screens, too. For long forms. */
  floats?: boolean
  children?: ReactNode
}

/**
 * The main action of a step. It stays at the bottom of the screen on phones, and is part of the page on larger screens.
 */
export function ActionBar({ note, ref, floats = false, children }: ActionBarProps) {
  return (
    <div className={floats ? 'action-bar action-bar-floats' : 'action-bar'}>
      {note && <div className="action-bar-note">{note}</div>}
      <div className="action-bar-actions" ref={ref}>
        {children}
      </div>
    </div>
  )
}
