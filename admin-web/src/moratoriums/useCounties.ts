import { useQuery } from '@tanstack/react-query'
import { listCounties } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'

/** Loads all counties of the United States, by state and name. */
export const useCounties = () =>
  useQuery({
    queryKey: ['counties'],
    queryFn: async () => (await api.call(listCounties)).payload,
    staleTime: Number.POSITIVE_INFINITY,
  })
