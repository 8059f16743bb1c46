import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import './Card.css'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { useIsNarrowScreen, useIsPhoneScreen } from './useIsPhone.ts'

export type CardFold = 'always' | 'narrow' | 'collapsed'

interface CardProblem {
  text: string
  onRetry: () => void
}

interface CardProps {
  title?: ReactNode
  /**
   * Shown to the right of the title. A collapsed card shows its actions in a wide window only, because a narrow one has
   * no room beside the title.
   */
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
  /** Whether the card is expanded, if the caller keeps this state. Otherwise, the card does. */
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
  /** One line beside the title of a collapsed card. */
  summary?: ReactNode
  /** Replaces the summary of a collapsed card whose data could not be loaded. */
  problem?: CardProblem | undefined
  /** Content below the title that a collapsed card shows, too. */
  subtitle?: ReactNode
  children: ReactNode
}

export function Card({
  title,
  actions,
  label,
  className = '',
  as: Box = 'section',
  fold,
  isOpen: controlledOpen,
  onOpenChange,
  summary,
  problem,
  subtitle,
  children,
}: CardProps) {
  const id = useId()
  const isPhone = useIsPhoneScreen()
  const [chosen, setChosen] = useState<boolean>()
  const isNarrow = useIsNarrowScreen()
  const folds = fold === 'always' || fold === 'collapsed' || (fold === 'narrow' && isNarrow)
  const isOpen = !folds || (controlledOpen ?? chosen ?? (fold === 'always' && !isPhone))
  const change = onOpenChange ?? setChosen
  const shownActions = (isOpen || !isNarrow) && actions
  return (
    <Box
      className={`card ${className}`.trim()}
      aria-label={label}
      aria-labelledby={title && !label ? `${id}-title` : undefined}
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
                onClick={() => change(!isOpen)}
              >
                <Icon name="open" />
                {title}
              </button>
            ) : (
              title
            )}
          </h2>
          {!isOpen && problem && <Problem {...problem} />}
          {!isOpen && !problem && summary && <div className="card-summary">{summary}</div>}
          {shownActions && <div className="card-actions">{shownActions}</div>}
        </header>
      )}
      {subtitle}
      {folds ? (
        <FoldingBody id={`${id}-body`} isOpen={isOpen} onFound={() => change(true)}>
          {children}
        </FoldingBody>
      ) : (
        children
      )}
    </Box>
  )
}

const Problem = ({ text, onRetry }: CardProblem) => (
  <div className="card-problem" role="alert">
    <Icon name="attention" />
    <span>{text}</span>
    <Button variant="quiet" onClick={onRetry}>
      Retry
    </Button>
  </div>
)

interface FoldingBodyProps {
  id: string
  isOpen: boolean
  /** Called when the browser finds text of the collapsed card or opens a link to it. */
  onFound: () => void
  children: ReactNode
}

/**
 * Content that stays in the page while it is collapsed, so that the browser finds its text (UI-28), prints it, and URLs
 * can still open its dialogs.
 */
function FoldingBody({ id, isOpen, onFound, children }: FoldingBodyProps) {
  const body = useRef<HTMLDivElement>(null)
  // React supports `hidden` only as a boolean and has no event `beforematch`.
  useLayoutEffect(() => {
    if (isOpen) body.current?.removeAttribute('hidden')
    else body.current?.setAttribute('hidden', 'until-found')
  }, [isOpen])
  useEffect(() => {
    const { current } = body
    current?.addEventListener('beforematch', onFound)
    return () => current?.removeEventListener('beforematch', onFound)
  })
  return (
    <div id={id} ref={body}>
      {children}
    </div>
  )
}
