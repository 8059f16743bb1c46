import type { UseQueryResult } from '@tanstack/react-query'

/**
 * The query fields that sections use in the portal and the back office. react-admin's queries also have these fields.
 */
export type SectionQuery = Pick<UseQueryResult<unknown, unknown>, 'isPending' | 'error'> & { refetch: () => unknown }
