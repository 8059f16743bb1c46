import { StartForChosen } from '../bulk-jobs/StartForChosen.tsx'

const policies = (count: number) => (count === 1 ? '1 policy' : `${count} policies`)

export const SelectedPolicies = () => (
  <>
    <StartForChosen
      action="resendLink"
      label="Resend link"
      none="Resend link"
      title={(count) => `Resend link to ${policies(count)}?`}
      meaning="Each policyholder receives an email with a new link at the address on file."
      confirm="Resend"
    />
    <StartForChosen
      action="finalizeCancel"
      label="Finalize cancellation"
      none="None pending cancellation"
      may={({ status }) => status === 'Pending Cancel'}
      title={(count) => `Finalize cancellation of ${policies(count)}?`}
      meaning="Coverage ends on the requested date. Return premium is refunded, and the policyholder, agent and lender are notified."
      confirm="Finalize"
      isGrave
    />
    <StartForChosen
      action="nonRenew"
      label="Non-renew"
      none="Non-renew"
      title={(count) => `Non-renew ${policies(count)}?`}
      meaning="Coverage continues to the expiration date and is not renewed. The policyholder and the agent are notified."
      confirm="Non-renew"
      isGrave
      note="Note"
    />
  </>
)
