import { BulkJobButton } from '../../bulk-jobs/actions/BulkJobButton.tsx'

const policies = (count: number) => (count === 1 ? '1 policy' : `${count} policies`)

export const PolicyBulkActions = () => (
  <>
    <BulkJobButton
      action="resendLink"
      label="Resend link"
      title={(count) => `Resend link to ${policies(count)}?`}
      description="Each policyholder receives an email with a new link at the address on file."
      submitLabel="Resend"
    />
    <BulkJobButton
      action="finalizeCancel"
      label="Finalize cancellation"
      disabledReason="Select a policy that is pending cancellation."
      canSelect={({ status }) => status === 'Pending Cancel'}
      title={(count) => `Finalize cancellation of ${policies(count)}?`}
      description="Coverage ends on the requested date. Return premium is refunded, and the policyholder, agent and lender are notified."
      submitLabel="Finalize"
      danger
    />
    <BulkJobButton
      action="nonRenew"
      label="Non-renew"
      title={(count) => `Non-renew ${policies(count)}?`}
      description="Coverage continues to the expiration date and is not renewed. The policyholder and the agent are notified."
      submitLabel="Non-renew"
      danger
      note="Note"
    />
  </>
)
