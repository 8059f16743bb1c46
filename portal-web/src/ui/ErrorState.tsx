import type { ReactNode } from 'react'
import { messageOf, requestIdOf } from '../session/api-errors.ts'
import { useSettings } from '../settings/useSettings.ts'
import { Button } from './Button.tsx'

interface ErrorStateProps {
  title?: ReactNode
  error: unknown
  onRetry?: () => void
  /** What is safe all the same, for instance "Your signatures are saved." */
  notLost?: string
}

/** The error face of a screen or a section: what happened, what was not lost, Retry, support, request id. */
export function ErrorState({ title = 'This could not be loaded', error, onRetry, notLost }: ErrorStateProps) {
  const { supportEmail } = useSettings()
  const requestId = requestIdOf(error)
  return (
    <div className="error-state" role="alert">
      <p className="empty-state-title">{title}</p>
      <p>{messageOf(error)}</p>
      {notLost && <p>{notLost}</p>}
      {onRetry && (
        <Button variant="secondary" onClick={onRetry}>
          Retry
        </Button>
      )}
      <p className="muted small">
        Need help? Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
        {requestId && (
          <>
            {' '}
            and quote <code>{requestId}</code>
          </>
        )}
        .
      </p>
    </div>
  )
}
