import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { TidelineError } from '@tideline/sdk'
import { handleError } from './handle-error.ts'

/**
 * The query client. Its global error handler receives errors from all queries and mutations. The wizard's state machine
 * uses `api.call` instead and handles its own errors (ACC-11).
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => handleError(error, query.meta) }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => handleError(error, mutation.meta),
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Turns off retries because the API client already retries safe requests.
      retry: false,
      refetchOnWindowFocus: (query) => !(query.state.error instanceof TidelineError),
    },
  },
})
