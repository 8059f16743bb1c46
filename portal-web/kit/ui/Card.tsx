import { type ReactNode, useId } from 'react'
import './Card.css'

interface CardProps {
  title?: ReactNode
  /** To the right of the title. */
  actions?: ReactNode
  /** Names a card that shows its title in its own way. */
  label?: string
  className?: string
  /** An article is one of many alike. */
  as?: 'section' | 'article'
  children: ReactNode
}

export function Card({ title, actions, label, className = '', as: Box = 'section', children }: CardProps) {
  const titleId = useId()
  return (
    <Box className={`card ${className}`.trim()} aria-label={label} aria-labelledby={title ? titleId : undefined}>
      {title && (
        <header className="card-header">
          <h2 id={titleId}>{title}</h2>
          {actions}
        </header>
      )}
      {children}
    </Box>
  )
}
