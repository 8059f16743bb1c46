import type { ReactNode } from 'react'
import { getErrorMessage, getRequestId } from '../errors/api-errors.ts'
import { Button } from './Button.tsx'
import './EmptyState.css'
import './ErrorState.css'

export interface ErrorStateProps {
  title?: ReactNode
  error: unknown
  onRetry?: () => void
  /** What was saved despite the error, for example "Your signatures are saved." */
  notLost?: string
  /** The email address of support. */
  supportEmail: string
}

/**
 * The error state for a screen or section. Shows the error, what was saved, a Retry button, the support email address
 * and the request ID.
 */
export function ErrorState({
  title = 'This could not be loaded',
  error,
  onRetry,
  notLost,
  supportEmail,
}: ErrorStateProps) {
  const requestId = getRequestId(error)
  return (
    <div className="empty-state error-state" role="alert">
      <p className="empty-state-title">{title}</p>
      <p>{getErrorMessage(error)}</p>
      {notLost && <p>{notLost}</p>}
      {onRetry && (
        <Button variant="secondary" onClick={onRetry}>
          Retry
        </Button>
      )}
      <p className="muted small">
        Need help? Email <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
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
