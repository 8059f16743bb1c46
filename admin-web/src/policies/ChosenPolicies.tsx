import { StartForChosen } from '../bulk-jobs/StartForChosen.tsx'

const policies = (count: number) => (count === 1 ? 'one policy' : `${count} policies`)

/** What staff do with many policies at a time; what one of them cannot take is refused in the server's words. */
export const ChosenPolicies = () => (
  <>
    <StartForChosen
      action="resendLink"
      label="Resend the link"
      none="Resend the link"
      title={(count) => `Resend the link to ${policies(count)}?`}
      meaning="Each insured gets a mail with a new link, to the address on file."
      confirm="Resend"
    />
    <StartForChosen
      action="finalizeCancel"
      label="Finalize the cancellation"
      none="None waits for its end"
      may={({ status }) => status === 'Pending Cancel'}
      title={(count) => `Finalize the cancellation of ${policies(count)}?`}
      meaning="Cover ends on the day that was asked for, the refund goes out, and insured, agent and lender are told."
      confirm="Finalize"
      isGrave
    />
    <StartForChosen
      action="nonRenew"
      label="Non-renew"
      none="Non-renew"
      title={(count) => `Let ${policies(count)} end with the term?`}
      meaning="Cover goes on to the end of the term and is not renewed. The insured and the agent are told."
      confirm="Non-renew"
      isGrave
      note="Note"
    />
  </>
)
