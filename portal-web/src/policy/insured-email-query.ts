import { getInsuredEmailOptions } from '@tideline/sdk/query'
import { api } from '@tideline/web-kit/session/api.ts'

/** Returns the query for the insured's email address with a pending change. For viewers who may change the address. */
export const getInsuredEmailQuery = (policyNo: string) => ({
  ...getInsuredEmailOptions({ client: api.client, path: { policyNo } }),
  meta: { errors: 'inline' as const },
})
