import type { PolicyDocument } from '@tideline/sdk'
import { saveSignedFlag } from '@tideline/sdk/operations'
import type { Party } from '@tideline/sdk/words'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { StatusTag } from '@tideline/web-kit/ui/StatusTag.tsx'
import { useState } from 'react'
import { hasPartySigned } from './has-party-signed.ts'

interface SignedCellProps {
  policyNo: string
  of: PolicyDocument
  party: Party
  /** Whether the viewer can mark documents as signed on paper, which only staff can do (SIGN-11). */
  mayToggle: boolean
}

const names = { 1: 'agent', 2: 'insured' } as const

function ToggleDialog({ policyNo, of, party, isSigned, onClose }: ToggleDialogProps) {
  const toggle = useAction(
    () =>
      api.call(saveSignedFlag, {
        body: { PolicyNo: policyNo, PolicyDocId: of.policyDocId, Parties: [party], setFlag: !isSigned },
      }),
    // Reloads all data because signatures affect tasks and document restrictions.
    { changes: 'everything', onDone: onClose },
  )
  return (
    <FormDialog
      title={isSigned ? 'Unsign document' : 'Sign document'}
      size="small"
      submitLabel={isSigned ? 'Unsign' : 'Sign'}
      busyLabel="Saving…"
      isBusy={toggle.isBusy}
      problem={toggle.problem}
      onSubmit={() => toggle.run()}
      onClose={onClose}
    >
      <p>
        {isSigned
          ? `Clear the paper signature of the ${names[party]} on ${of.docName}?`
          : `Mark ${of.docName} as signed on paper by the ${names[party]}?`}
      </p>
    </FormDialog>
  )
}

type ToggleDialogProps = Omit<SignedCellProps, 'mayToggle'> & { isSigned: boolean; onClose: () => void }

/** A cell that shows whether a party has signed. Shows a dash if the party has nothing to sign. */
export function SignedCell({ policyNo, of, party, mayToggle }: SignedCellProps) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const isSigned = hasPartySigned(of, party)
  if (isSigned === undefined) return <span className="muted">–</span>
  return (
    <span className="signed-cell">
      <StatusTag status={isSigned ? 'Signed' : 'Not signed'} />
      {mayToggle && (
        <Button variant="quiet" onClick={() => setIsDialogOpen(true)}>
          {isSigned ? 'Unsign' : 'Sign'}
          <span className="visually-hidden">
            {' '}
            {of.docName} for the {names[party]}
          </span>
        </Button>
      )}
      {isDialogOpen && <ToggleDialog {...{ policyNo, of, party, isSigned }} onClose={() => setIsDialogOpen(false)} />}
    </span>
  )
}
