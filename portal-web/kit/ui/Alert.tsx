import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from './Icon.tsx'
import './Alert.css'

export type Tone = 'info' | 'success' | 'warning' | 'error'

const signs = { info: 'info', success: 'done', warning: 'attention', error: 'warning' } as const

interface AlertProps {
  tone: Tone
  title?: ReactNode
  children?: ReactNode
  /** It stands in the place of what was just pressed: whoever reads by ear or works by keyboard goes on here. */
  takesFocus?: boolean
}

/** A message that stays in its place; errors are announced at once. */
export function Alert({ tone, title, children, takesFocus = false }: AlertProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) box.current?.focus()
  }, [takesFocus])
  return (
    <div
      ref={box}
      className={`alert alert-${tone}`}
      role={tone === 'error' ? 'alert' : 'status'}
      tabIndex={takesFocus ? -1 : undefined}
    >
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
