import type { ReactNode } from 'react'
import './EmptyState.css'

/** The state of a section without data. Explains what will appear here and what the user can do. */
export function EmptyState({ title, text, action }: { title: string; text?: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty-state">
      <p className="empty-state-title">{title}</p>
      {text && <p className="muted">{text}</p>}
      {action}
    </div>
  )
}
