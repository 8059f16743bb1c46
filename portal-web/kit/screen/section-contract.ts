import type { UseQueryResult } from '@tanstack/react-query'

/** The fields of a query that the sections of both apps show. Queries of react-admin have them, too. */
export type SectionQuery = Pick<UseQueryResult<unknown, unknown>, 'isPending' | 'error'> & { refetch: () => unknown }
