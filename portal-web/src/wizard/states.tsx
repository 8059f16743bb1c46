import { getErrorMessage, getRequestId } from '@tideline/web-kit/errors/api-errors.ts'
import { useOnReconnect } from '@tideline/web-kit/screen/useIsOnline.ts'
import { useSettings } from '@tideline/web-kit/settings/useSettings.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Spinner } from '@tideline/web-kit/ui/Spinner.tsx'
import { useCallback, useEffect, useState } from 'react'
import { wizardText } from './text.ts'
import type { WizardStepProps } from './useWizard.ts'

/** Screen shown while the policy or a step loads for the first time. */
export function LoadingState() {
  return (
    <div className="wizard-face" role="status">
      <Spinner />
      <h2>{wizardText.loading.title}</h2>
      <p>{wizardText.loading.body}</p>
    </div>
  )
}

/**
 * Error screen for a failed request. RETRY repeats the request and is sent automatically when the device is online
 * again.
 */
export function ErrorView({ snapshot, send }: WizardStepProps) {
  const { supportEmail } = useSettings()
  const error = snapshot.context.failure?.error
  const requestId = getRequestId(error)
  const retry = useCallback(() => send({ type: 'RETRY' }), [send])
  useOnReconnect(retry)
  return (
    <div className="wizard-face" role="alert">
      <h2>{wizardText.error.title}</h2>
      <p>{getErrorMessage(error)}</p>
      <p>{wizardText.error.support(supportEmail)}</p>
      {requestId && (
        <p className="muted small">
          Request <code>{requestId}</code>
        </p>
      )}
      <Button onClick={retry}>{wizardText.error.retry}</Button>
    </div>
  )
}

const secondsToRead = 5

/** Screen for an expired session. It links to log-in and redirects there after 5 seconds (ACC-11). */
export function UnauthorizedState({ send }: Pick<WizardStepProps, 'send'>) {
  const [left, setLeft] = useState(secondsToRead)
  useEffect(() => {
    const ticking = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000)
    return () => clearInterval(ticking)
  }, [])
  const leave = () => send({ type: 'REDIRECT' })
  return (
    <div className="wizard-face" role="alert">
      <h2>{wizardText.unauthorized.title}</h2>
      <p>{wizardText.unauthorized.body}</p>
      <p aria-live="off">
        You will be redirected in {left} {left === 1 ? 'second' : 'seconds'}.{' '}
        <button type="button" className="wizard-link" onClick={leave}>
          Go there now
        </button>
      </p>
      <Button onClick={leave}>{wizardText.unauthorized.button}</Button>
    </div>
  )
}
