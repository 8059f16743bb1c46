import type { ReactNode } from 'react'
import './Alert.css'

export type Tone = 'info' | 'success' | 'warning' | 'error'

const signs: Record<Tone, string> = { info: 'ℹ', success: '✓', warning: '!', error: '⚠' }

/** A message that stays in its place; errors are announced at once. */
export function Alert({ tone, title, children }: { tone: Tone; title?: ReactNode; children?: ReactNode }) {
  return (
    <div className={`alert alert-${tone}`} role={tone === 'error' ? 'alert' : 'status'}>
      <span className="alert-sign" aria-hidden="true">
        {signs[tone]}
      </span>
      <div className="alert-text">
        {title && <p className="alert-title">{title}</p>}
        {children && <div>{children}</div>}
      </div>
    </div>
  )
}
