import type { WidgetRegistration } from '@tideline/sdk'
import { listWidgetRegistrations } from '@tideline/sdk/operations'
import { listWidgetRegistrationsQueryKey } from '@tideline/sdk/query'
import { api } from '@tideline/web-kit/session/api.ts'
import { isNoRegistrationError } from './text.ts'

/**
 * Returns the query for an agency's widgets. For an agency without widgets, the server returns an error. The query then
 * returns an empty list.
 */
export const getRegistrationsQuery = (agentNo: string) => ({
  queryKey: listWidgetRegistrationsQueryKey({ client: api.client, path: { agentNo } }),
  queryFn: () =>
    api.call(listWidgetRegistrations, { path: { agentNo } }).catch((error: unknown): WidgetRegistration[] => {
      if (isNoRegistrationError(error)) return []
      throw error
    }),
  meta: { errors: 'inline' as const },
})
