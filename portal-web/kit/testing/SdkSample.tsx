import { useQuery } from '@tanstack/react-query'
import { createTideline } from '@tideline/sdk'
import { getConfirmationOptions } from '@tideline/sdk/query'

const tideline = createTideline({
  baseUrl: window.location.origin,
  token: () => sessionStorage.getItem('token') ?? undefined,
})

export function AmountDue({ policyNo }: { policyNo: string }) {
  const policy = useQuery(getConfirmationOptions({ client: tideline.client, path: { policyNo } }))
  if (policy.isPending) return <p role="status">Loading …</p>
  if (policy.isError) return <p role="alert">{policy.error.message}</p>
  const { isPaid, currentlyDue } = policy.data.payload
  return <p>{isPaid ? `${policyNo} is paid` : `${policyNo} owes $${currentlyDue}`}</p>
}
