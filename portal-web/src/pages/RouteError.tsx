import { ErrorFace } from '@tideline/web-kit/screen/ErrorFace.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { MessagePage } from './MessagePage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { ScreenTimeout } from './screen.ts'

/** A part of the portal that could not be fetched, most often because a newer version was installed meanwhile. */
const isMissing = (error: unknown) =>
  error instanceof ScreenTimeout || (error instanceof TypeError && /module script|imported module/i.test(error.message))

/** What a route shows when it cannot be shown. */
export function RouteError() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  if (isMissing(error))
    return (
      <MessagePage title="This page could not be loaded">
        <p>The connection broke, or this page was just updated. Loading the page again helps.</p>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </MessagePage>
    )
  return (
    <div className="narrow">
      <ErrorFace title="This page could not be shown" error={error} onRetry={() => window.location.reload()} />
    </div>
  )
}
