import { QueryErrorState } from '@tideline/web-kit/screen/QueryErrorState.tsx'
import { reloadPage } from '@tideline/web-kit/session/navigation.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { useEffect } from 'react'
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import { getLoadFailure, reloadPageOnce } from './load-failure.ts'
import { MessagePage } from './MessagePage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'

/** The error page of the router. */
export function RouteErrorPage() {
  const error = useRouteError()
  const isMissing = getLoadFailure(error) !== undefined
  const { pathname } = useLocation()
  useEffect(() => {
    if (isMissing) reloadPageOnce(pathname)
  }, [isMissing, pathname])
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  if (isMissing)
    return (
      <MessagePage title="This page could not be loaded">
        <p>The connection was lost, or this page was just updated. Reload the page.</p>
        <Button onClick={() => reloadPage()}>Reload</Button>
      </MessagePage>
    )
  return (
    <div className="narrow">
      <QueryErrorState title="This page could not be shown" error={error} onRetry={() => reloadPage()} />
    </div>
  )
}
