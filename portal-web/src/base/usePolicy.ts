import { useQuery } from '@tanstack/react-query'
import { getAddressDataOptions, getConfirmationOptions, getPolicyTransactionsOptions } from '@tideline/sdk/query'
import { api } from '@tideline/web-kit/session/api.ts'
import { parseTransactionMeta, sortByPostDate } from './transaction-meta.ts'

// Each section has its own query and error state.
const meta = { errors: 'inline' }

export const getConfirmationQuery = (policyNo: string) => ({
  ...getConfirmationOptions({ client: api.client, path: { policyNo } }),
  meta,
})

export const getTransactionsQuery = (policyNo: string) => ({
  ...getPolicyTransactionsOptions({ client: api.client, path: { policyNo } }),
  meta,
})

export const usePolicyConfirmation = (policyNo: string) => useQuery(getConfirmationQuery(policyNo))

/** Returns the policy's transactions, oldest first. */
export const usePolicyTransactions = (policyNo: string) =>
  useQuery({ ...getTransactionsQuery(policyNo), select: ({ payload }) => sortByPostDate(payload) })

/** Returns the location of the property. If loading fails, the map shows its fallback. */
export function usePropertyLocation(policyNo: string) {
  const { data: transactions, isPending } = usePolicyTransactions(policyNo)
  const { addressID, addressDataVersion } = parseTransactionMeta(transactions?.at(-1))
  const isKnown = addressID !== undefined && addressDataVersion !== undefined
  const address = useQuery({
    ...getAddressDataOptions({
      client: api.client,
      path: { addressID: addressID ?? '', addressDataVersion: addressDataVersion ?? 0 },
    }),
    enabled: isKnown,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errors: 'own' },
  })
  return { isPending: isPending || (isKnown && address.isPending), location: address.data?.payload }
}
