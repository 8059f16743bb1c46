import { QueryClientProvider } from '@tanstack/react-query'
import { clearCachedUserData } from '@tideline/web-kit/session/clear-user-data.ts'
import { setRouter } from '@tideline/web-kit/session/navigation.ts'
import { queryClient } from '@tideline/web-kit/session/query-client.ts'
import { toggleInternalRole } from '@tideline/web-kit/session/roles.ts'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { routes } from './routes.tsx'

const router = createBrowserRouter(routes)
setRouter(router)

clearCachedUserData(queryClient)
// Makes toggleInternal() available in the console of a development build.
if (import.meta.env.DEV) Object.assign(window, { toggleInternal: toggleInternalRole })

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// Renders in a transition, which splits the work into short tasks. The first screen is the longest task on a phone.
const show = () =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  )

// Keeps the prerendered page until the screen can replace it at once (render-first-paint.tsx).
if (router.state.initialized) show()
else {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return
    stop()
    show()
  })
}
