import { ErrorFace } from '@tideline/web-kit/screen/ErrorFace.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { loadProblem } from './load-problem.ts'
import { MessagePage } from './MessagePage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'

/** What a route shows when it cannot be shown. */
export function RouteError() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  if (loadProblem(error))
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
