import type { UseQueryResult } from '@tanstack/react-query'
import { getMessage, getStatus } from '@tideline/web-kit/errors/api-errors.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { usePlaces } from '@tideline/web-kit/screen/places.ts'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** These have a place of their own: the log-in, what does not exist, the page for a server that is overloaded. */
const elsewhere = [401, 404, 503]

type Loaded = Pick<UseQueryResult<unknown, unknown>, 'error' | 'isLoadingError'>

/**
 * Leads to the Error route, with the server's words, its code and the policy, when it refused what the policy's page is
 * made of. A connection that broke is no refusal: the section offers to try again. The back office stays where
 * it is.
 */
export function useErrorRoute(policyNo: string, queries: readonly Loaded[]) {
  const navigate = useNavigate()
  const places = usePlaces()
  // What was loaded before and cannot be read again is still there to be looked at.
  const error = queries.find(({ isLoadingError }) => isLoadingError)?.error
  const status = getStatus(error)
  const to =
    status !== undefined && !elsewhere.includes(status)
      ? places.portal(paths.error({ error: `${getMessage(error)} (${status})`, policyNo }))
      : undefined
  useEffect(() => {
    if (to?.startsWith('/')) void navigate(to, { replace: true })
  }, [navigate, to])
}
