import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from './Icon.tsx'
import './Alert.css'

type AlertTone = 'info' | 'success' | 'warning' | 'error'

const signs = { info: 'info', success: 'done', warning: 'attention', error: 'warning' } as const

interface AlertProps {
  tone: AlertTone
  title?: ReactNode
  children?: ReactNode
  /** How screen readers announce the alert. By default, they announce errors immediately and other messages politely. */
  role?: 'alert' | 'status'
  /** Whether the alert takes the focus when it appears. Use it if the alert replaces the focused control. */
  takesFocus?: boolean
}

/** An inline message. An error that was there before, such as that of a failed job, is a status (UI-48). */
export function Alert({ tone, title, children, takesFocus = false, ...props }: AlertProps) {
  const { role = tone === 'error' ? 'alert' : 'status' } = props
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) box.current?.focus()
  }, [takesFocus])
  return (
    <div ref={box} className={`alert alert-${tone}`} role={role} tabIndex={takesFocus ? -1 : undefined}>
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
