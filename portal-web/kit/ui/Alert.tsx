import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import './Alert.css'

export type Tone = 'info' | 'success' | 'warning' | 'error'

const signs = { info: 'info', success: 'done', warning: 'attention', error: 'warning' } as const

/** A message that stays in its place; errors are announced at once. */
export function Alert({ tone, title, children }: { tone: Tone; title?: ReactNode; children?: ReactNode }) {
  return (
    <div className={`alert alert-${tone}`} role={tone === 'error' ? 'alert' : 'status'}>
      <span className="alert-sign">
        <Icon name={signs[tone]} />
      </span>
      <div className="alert-text">
        {title && <p className="alert-title">{title}</p>}
        {children && <div>{children}</div>}
      </div>
    </div>
  )
}
