import '../theme/theme.css'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach } from 'vitest'
import { render } from 'vitest-browser-react'
import { navigateWith } from '../session/go-to.ts'
import { queryClient } from '../session/query-client.ts'
import { clearSession } from '../session/session.ts'
import { Toaster } from '../ui/Toaster.tsx'
import { standInForTheServer } from './server.ts'

standInForTheServer()
beforeEach(() => {
  queryClient.clear()
  clearSession()
})

interface Place {
  /** The route's pattern, where the component reads parameters. */
  path?: string
  /** The address that is open. */
  at?: string
}

/** Shows one component in a real browser, with the portal's theme, router, toasts and query client around it. */
export function show(component: ReactNode, { path = '*', at = '/' }: Place = {}) {
  const router = createMemoryRouter([{ path, element: component }], { initialEntries: [at] })
  navigateWith(router)
  return render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  )
}
