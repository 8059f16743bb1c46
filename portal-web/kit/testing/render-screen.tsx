import '../theme/theme.css'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createMemoryRouter, type RouteObject, RouterProvider, useLocation } from 'react-router'
import { beforeEach } from 'vitest'
import { setRouter } from '../session/navigation.ts'
import { queryClient } from '../session/query-client.ts'
import { clearSession } from '../session/session.ts'
import { alertQueue } from '../ui/alert-queue.ts'
import { BlockingAlerts } from '../ui/BlockingAlerts.tsx'
import { Toaster } from '../ui/Toaster.tsx'
import { toastQueue } from '../ui/toast-queue.ts'
import { mockServer } from './mock-server.ts'
import { render } from './render.ts'

mockServer()
beforeEach(() => {
  queryClient.clear()
  clearSession()
  for (const { id } of alertQueue.items()) alertQueue.remove(id)
  for (const { id } of toastQueue.items()) toastQueue.remove(id)
})

/** A placeholder for all other screens. Shows the current URL. */
function OtherScreen() {
  const { pathname, search } = useLocation()
  return <output aria-label="Address">{`${pathname}${search}`}</output>
}

interface RouteOptions {
  /** The route pattern, for components that read path parameters. */
  path?: string
  /** The initial URL. */
  at?: string
}

/** Renders a component in a real browser with the portal's theme, router, toasts, alerts and query client. */
export const renderScreen = (component: ReactNode, { path = '/', at = '/' }: RouteOptions = {}) =>
  open(
    [
      { path, element: component },
      { path: '*', Component: OtherScreen },
    ],
    at,
    <>
      <BlockingAlerts />
      <Toaster />
    </>,
  )

/** Opens a URL of an app that renders its own toasts and alerts. */
export const renderApp = (routes: RouteObject[], at: string) => open(routes, at)

let currentRouter: ReturnType<typeof createMemoryRouter> | undefined

/** Returns the current URL of the rendered app. */
export const getCurrentUrl = () =>
  currentRouter && `${currentRouter.state.location.pathname}${currentRouter.state.location.search}`

/** Goes back in the browser history. */
export const goBack = () => currentRouter?.navigate(-1)

function open(routes: RouteObject[], at: string, beside?: ReactNode) {
  const router = createMemoryRouter(routes, { initialEntries: [at] })
  currentRouter = router
  setRouter(router)
  return render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      {beside}
    </QueryClientProvider>,
  )
}
