import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from './Icon.tsx'
import './Alert.css'

type AlertTone = 'info' | 'success' | 'warning' | 'error'

const signs = { info: 'info', success: 'done', warning: 'attention', error: 'warning' } as const

interface AlertProps {
  tone: AlertTone
  title?: ReactNode
  children?: ReactNode
  /** Whether the alert takes the focus when it appears. Use it if the alert replaces the focused control. */
  takesFocus?: boolean
}

/** An inline message. Screen readers announce errors immediately. */
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
