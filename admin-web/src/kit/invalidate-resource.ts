import type { QueryClient } from '@tanstack/react-query'

/** Invalidates the lists and records of a react-admin resource, whose query keys start with the resource's name. */
export const invalidateResource = (queryClient: QueryClient, resource: string): Promise<void> =>
  queryClient.invalidateQueries({ predicate: (query) => query.queryKey[0] === resource })
