import { Button, Typography } from '@mui/material'
import { releaseClaimHold } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { ReasonDialog } from '../../kit/dialogs/ReasonDialog.tsx'
import { useAction } from '../../kit/useAction.ts'

/** A button that releases a notice's claim hold. The notice then takes effect despite the open claim. */
export function ReleaseClaimHoldButton({ policyNo }: { policyNo: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const release = useAction((reason: string) => api.call(releaseClaimHold, { path: { policyNo }, body: { reason } }), {
    changes: 'everything',
    successMessage: 'The claim hold was released.',
    onDone: () => setIsOpen(false),
  })
  return (
    <>
      <Button size="small" variant="outlined" onClick={() => setIsOpen(true)}>
        Release claim hold
      </Button>
      {isOpen ? (
        <ReasonDialog
          title="Release claim hold?"
          submitLabel="Release claim hold"
          label="Reason"
          danger
          isBusy={release.isBusy}
          problem={release.problem}
          onSubmit={release.run}
          onClose={() => setIsOpen(false)}
        >
          <Typography>
            Policy {policyNo} can then be cancelled for nonpayment although a claim is open. The hold ends with the next
            hourly run. A claim that is reported later puts the notice on hold again.
          </Typography>
        </ReasonDialog>
      ) : null}
    </>
  )
}
