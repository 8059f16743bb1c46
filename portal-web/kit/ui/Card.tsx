import { type ReactNode, useId, useState } from 'react'
import './Card.css'
import { Icon } from './Icon.tsx'
import { useIsNarrow, useIsPhone } from './useIsPhone.ts'

interface CardProps {
  title?: ReactNode
  /** To the right of the title. */
  actions?: ReactNode
  /** Names a card that shows its title in its own way. */
  label?: string
  className?: string
  /** An article is one of many alike. */
  as?: 'section' | 'article'
  /**
   * By its title it folds to a row and unfolds: everywhere, where it begins folded on a phone alone, or in a narrow window, where it begins
   * folded.
   */
  fold?: 'always' | 'narrow' | undefined
  children: ReactNode
}

export function Card({ title, actions, label, className = '', as: Box = 'section', fold, children }: CardProps) {
  const id = useId()
  const isPhone = useIsPhone()
  const [chosen, setChosen] = useState<boolean>()
  const isNarrow = useIsNarrow()
  const folds = fold === 'always' || (fold === 'narrow' && isNarrow)
  const isOpen = !folds || (chosen ?? (fold === 'always' && !isPhone))
  return (
    <Box
      className={`card ${className}`.trim()}
      aria-label={label}
      aria-labelledby={title ? `${id}-title` : undefined}
      data-folded={isOpen ? undefined : ''}
    >
      {title && (
        <header className="card-header">
          <h2 id={`${id}-title`}>
            {folds ? (
              <button
                type="button"
                className="card-fold"
                aria-expanded={isOpen}
                aria-controls={`${id}-body`}
                onClick={() => setChosen(!isOpen)}
              >
                <Icon name="open" />
                {title}
              </button>
            ) : (
              title
            )}
          </h2>
          {isOpen && actions}
        </header>
      )}
      {folds ? (
        // Folded, it is still there: what its dialogs are asked for by the address opens.
        <div id={`${id}-body`} hidden={!isOpen}>
          {children}
        </div>
      ) : (
        children
      )}
    </Box>
  )
}
