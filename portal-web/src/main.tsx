import { QueryClientProvider } from '@tanstack/react-query'
import { navigateWith } from '@tideline/web-kit/session/go-to.ts'
import { queryClient } from '@tideline/web-kit/session/query-client.ts'
import { onSessionChange, readSession } from '@tideline/web-kit/session/session.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { routes } from './routes.tsx'
import '@tideline/web-kit/theme/theme.css'

const router = createBrowserRouter(routes)
navigateWith(router)

const whoIsHere = () => {
  const { data, deepLink } = readSession() ?? {}
  return data?.AgentId ?? deepLink
}

// What one user has seen is not shown to the next, whichever tab they sign in from. Signing out alone keeps it: the
// page that is being left would only ask for everything once more.
let seenBy = whoIsHere()
onSessionChange(() => {
  const who = whoIsHere()
  if (!who || who === seenBy) return
  seenBy = who
  queryClient.removeQueries({ predicate: ({ meta }) => meta?.audience !== 'everybody' })
})

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
