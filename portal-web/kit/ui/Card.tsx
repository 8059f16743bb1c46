import { type ReactNode, useId } from 'react'

interface CardProps {
  title?: ReactNode
  /** To the right of the title. */
  actions?: ReactNode
  className?: string
  children: ReactNode
}

export function Card({ title, actions, className = '', children }: CardProps) {
  const titleId = useId()
  return (
    <section className={`card ${className}`} aria-labelledby={title ? titleId : undefined}>
      {title && (
        <header className="card-header">
          <h2 id={titleId}>{title}</h2>
          {actions}
        </header>
      )}
      {children}
    </section>
  )
}
