import type { AdminPolicy } from '@tideline/sdk'
import { finalizeCancelPolicy, nonRenewPolicy, resendPolicyLink } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { DoChosen } from '../tables/DoChosen.tsx'

const policies = (count: number) => (count === 1 ? 'one policy' : `${count} policies`)
const common = { nameOf: ({ policyNo }: AdminPolicy) => policyNo }

/** What staff do with many policies at a time; what one of them cannot take is refused in the server's words. */
export const ChosenPolicies = () => (
  <>
    <DoChosen<AdminPolicy>
      {...common}
      label="Resend the link"
      none="Resend the link"
      title={(rows) => `Resend the link to ${policies(rows.length)}?`}
      meaning="Each insured gets a mail with a new link, to the address on file."
      confirm="Resend"
      done="mailed"
      act={({ policyNo }) => api.call(resendPolicyLink, { path: { policyNo } })}
    />
    <DoChosen<AdminPolicy>
      {...common}
      label="Finalize the cancellation"
      none="None waits for its end"
      may={({ status }) => status === 'Pending Cancel'}
      title={(rows) => `Finalize the cancellation of ${policies(rows.length)}?`}
      meaning="Cover ends on the day that was asked for, the refund goes out, and insured, agent and lender are told."
      confirm="Finalize"
      isGrave
      done="cancelled"
      act={({ policyNo }) => api.call(finalizeCancelPolicy, { body: { PolicyNumber: policyNo } })}
    />
    <DoChosen<AdminPolicy>
      {...common}
      label="Non-renew"
      none="Non-renew"
      title={(rows) => `Let ${policies(rows.length)} end with the term?`}
      meaning="Cover goes on to the end of the term and is not renewed. The insured and the agent are told."
      confirm="Non-renew"
      isGrave
      note="Note"
      done="non-renewed"
      act={({ policyNo }, note) =>
        api.call(nonRenewPolicy, { body: { PolicyNo: policyNo, Note: note, reasonCode: '99' } })
      }
    />
  </>
)
