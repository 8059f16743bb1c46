import type { ReactNode, Ref } from 'react'
import './ActionBar.css'

interface ActionBarProps {
  /** What is left, above the button. */
  note?: ReactNode
  ref?: Ref<HTMLDivElement>
  /** Of a long form: it stays in sight where there is room, too. */
  floats?: boolean
  children?: ReactNode
}

/** The one main action of a step. On a phone it stays at the lower edge of the screen; where there is room it stands in the page. */
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
