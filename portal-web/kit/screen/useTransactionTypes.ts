import { useQuery } from '@tanstack/react-query'
import { getCataloguesOptions } from '@tideline/sdk/query'
import { api } from '../session/api.ts'

/** Returns the labels of transaction types by code, such as `EB` for an endorsement. Empty until loaded. */
export function useTransactionTypes(): ReadonlyMap<string, string> {
  const catalogues = useQuery({
    ...getCataloguesOptions({ client: api.client }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errors: 'own' },
  })
  return new Map(catalogues.data?.payload.transactionTypes.map(({ code, label }) => [code, label]))
}
