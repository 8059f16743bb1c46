import type { ReactNode, Ref } from 'react'
import './ActionBar.css'

interface ActionBarProps {
  /** A note above the button about what remains to be done. */
  note?: ReactNode
  ref?: Ref<HTMLDivElement>
  /** Whether the bar also stays visible on large screens. Use it for long forms. */
  floats?: boolean
  children?: ReactNode
}

/**
 * The main action of a step. The bar stays at the bottom of the screen on phones and is part of the page on larger
 * screens.
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
