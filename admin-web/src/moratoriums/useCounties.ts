import { useQuery } from '@tanstack/react-query'
import { listCountiesOptions } from '@tideline/sdk/query'
import { api } from '@tideline/web-kit/session/api.ts'
import { getPayload } from '../kit/get-payload.ts'

/** Loads all counties of the United States, by state and name. */
export const useCounties = () =>
  useQuery({
    ...listCountiesOptions({ client: api.client }),
    select: getPayload,
    staleTime: Number.POSITIVE_INFINITY,
  })
