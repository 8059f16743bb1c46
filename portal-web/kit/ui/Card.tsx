import { type ReactNode, useId, useState } from 'react'
import './Card.css'
import { Icon } from './Icon.tsx'
import { useIsNarrowScreen, useIsPhoneScreen } from './useIsPhone.ts'

export type CardFold = 'always' | 'narrow' | 'collapsed'

interface CardProps {
  title?: ReactNode
  /** Shown to the right of the title. */
  actions?: ReactNode
  /** Accessible name of a card that renders its own title. */
  label?: string
  className?: string
  /** HTML element of the card. Use `article` for one of several similar cards. */
  as?: 'section' | 'article'
  /**
   * Whether users can collapse the card by clicking its title. `always`: on all screens, initially collapsed only on
   * phones. `narrow`: only in narrow windows, initially collapsed. `collapsed`: on all screens, initially collapsed.
   */
  fold?: CardFold | undefined
  /** One line shown beside the title while a card is collapsed in a wide window. */
  summary?: ReactNode
  children: ReactNode
}

export function Card({
  title,
  actions,
  label,
  className = '',
  as: Box = 'section',
  fold,
  summary,
  children,
}: CardProps) {
  const id = useId()
  const isPhone = useIsPhoneScreen()
  const [chosen, setChosen] = useState<boolean>()
  const isNarrow = useIsNarrowScreen()
  const folds = fold === 'always' || fold === 'collapsed' || (fold === 'narrow' && isNarrow)
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
          {isOpen ? actions : summary && <span className="card-summary">{summary}</span>}
        </header>
      )}
      {folds ? (
        // Collapsed content stays mounted, so that URLs can still open its dialogs.
        <div id={`${id}-body`} hidden={!isOpen}>
          {children}
        </div>
      ) : (
        children
      )}
    </Box>
  )
}
