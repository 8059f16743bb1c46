import { useQuery } from '@tanstack/react-query'
import { getCataloguesOptions } from '@tideline/sdk/query'
import { api } from '../session/api.ts'

/** What kinds of transactions are called, by their code: `EB` is an endorsement. Empty until they are known. */
export function useTransactionTypes(): ReadonlyMap<string, string> {
  const catalogues = useQuery({
    ...getCataloguesOptions({ client: api.client }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errors: 'own' },
  })
  return new Map(catalogues.data?.payload.transactionTypes.map(({ code, label }) => [code, label]))
}
