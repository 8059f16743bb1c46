import { QueryClientProvider } from '@tanstack/react-query'
import { clearUserData } from '@tideline/web-kit/session/forget.ts'
import { navigateWith } from '@tideline/web-kit/session/go-to.ts'
import { queryClient } from '@tideline/web-kit/session/query-client.ts'
import { toggleInternal } from '@tideline/web-kit/session/roles.ts'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { routes } from './routes.tsx'

const router = createBrowserRouter(routes)
navigateWith(router)

clearUserData(queryClient)
// In the console of a developer's browser: toggleInternal().
if (import.meta.env.DEV) Object.assign(window, { toggleInternal })

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// A transition is rendered in slices: the first screen is the most work that a phone does in one go.
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

// What the page was sent with stands until the screen itself can take its place at once (first-paint.tsx).
if (router.state.initialized) show()
else {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return
    stop()
    show()
  })
}
