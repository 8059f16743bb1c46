import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { TidelineError } from '@tideline/sdk'
import { handleError } from './handle-error.ts'

/**
 * The server's answers. The global response handler hangs here, so that it sees every query and mutation;
 * `api.call`, which the wizard's machine uses, does not pass through it (ACC-11).
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => handleError(error, query.meta) }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => handleError(error, mutation.meta),
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // The client retries what may be repeated; a refusal does not change by asking again.
      retry: false,
      refetchOnWindowFocus: (query) => !(query.state.error instanceof TidelineError),
    },
  },
})
