import { cancelRewritePolicy } from '@tideline/sdk/operations'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import type { InceptionDateInput } from './InceptionDateFields.tsx'

/** Rewrites the policy with a new inception date. The caller reloads the page when the dialog closes. */
export const useRewritePolicy = (policyNo: string) =>
  useAction(
    async ({ chosen, isImmediate, newAgencyNo, producerName }: InceptionDateInput) => {
      const { payload } = await api.call(cancelRewritePolicy, {
        path: { policyNo },
        body: {
          inceptionDate: chosen,
          newAgencyNo: newAgencyNo.trim(),
          hasImmediateClosing: isImmediate,
          producerName: producerName.trim(),
        },
      })
      return payload
    },
    { changes: [] },
  )
