import type { UseQueryResult } from '@tanstack/react-query'
import { getErrorMessage, getErrorStatus } from '@tideline/web-kit/errors/api-errors.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { usePolicyPagePaths } from '@tideline/web-kit/screen/policy-page-paths.ts'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** HTTP statuses that are handled elsewhere: log-in required, not found, and service unavailable. */
const separatelyHandledStatuses = [401, 404, 503]

type Loaded = Pick<UseQueryResult<unknown, unknown>, 'error' | 'isLoadingError'>

/**
 * Redirects to the error page if the server rejects a request from the policy page, except in the back office. After a
 * connection failure, the policy page stays open and offers a retry.
 */
export function useErrorRedirect(policyNo: string, queries: readonly Loaded[]) {
  const navigate = useNavigate()
  const places = usePolicyPagePaths()
  // Data that was loaded before stays visible when a reload fails.
  const error = queries.find(({ isLoadingError }) => isLoadingError)?.error
  const status = getErrorStatus(error)
  const to =
    status !== undefined && !separatelyHandledStatuses.includes(status)
      ? places.portal(paths.error({ error: `${getErrorMessage(error)} (${status})`, policyNo }))
      : undefined
  useEffect(() => {
    if (to?.startsWith('/')) void navigate(to, { replace: true })
  }, [navigate, to])
}
