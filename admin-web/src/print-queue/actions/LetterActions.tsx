import { Button, Typography } from '@mui/material'
import type { NonpaymentLetter } from '@tideline/sdk'
import {
  getLetterPdf,
  markLetterUndeliverable,
  recordLetterMailing,
  reprintCancellationNotice,
} from '@tideline/sdk/operations'
import { getErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { formatDate } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { downloadFile } from '@tideline/web-kit/ui/download-file.ts'
import type { ComponentType } from 'react'
import { useNotify, usePermissions } from 'react-admin'
import { ActionDialog } from '../../kit/dialogs/ActionDialog.tsx'
import { RowActions } from '../../kit/tables/RowActions.tsx'
import { useOpenRowDialog } from '../../kit/tables/RowDialogs.tsx'
import { useAction } from '../../kit/useAction.ts'
import { MailingDialog } from './MailingDialog.tsx'

interface DialogProps {
  letter: NonpaymentLetter
  onClose: () => void
}

function RecordMailingDialog({ letter, onClose }: DialogProps) {
  const record = useAction(
    (mailedOn: string) => api.call(recordLetterMailing, { path: { letterId: letter.id }, body: { mailedOn } }),
    { changes: 'everything', successMessage: 'The mailing date was recorded.', onDone: onClose },
  )
  return (
    <MailingDialog
      title="Record mailing"
      isBusy={record.isBusy}
      problem={record.problem}
      onSubmit={record.run}
      onClose={onClose}
    >
      Letter to {letter.recipientName} about policy {letter.policyNo}.
      {letter.printedDate
        ? ` It states that coverage ends on ${formatDate(letter.printedDate)}. The notice period begins on the mailing date.`
        : ''}
    </MailingDialog>
  )
}

function UndeliverableDialog({ letter, onClose }: DialogProps) {
  return (
    <ActionDialog
      title="Mark as undeliverable?"
      submitLabel="Mark as undeliverable"
      act={() => api.call(markLetterUndeliverable, { path: { letterId: letter.id } })}
      successMessage="The letter was marked as undeliverable."
      onClose={onClose}
    >
      <Typography>
        The postal service returned the letter to {letter.recipientName} about policy {letter.policyNo}. The letter
        still counts as mailed, so a notice of cancellation takes effect on its date. Check the mailing address, and
        print the notice again if it was wrong.
      </Typography>
    </ActionDialog>
  )
}

function ReprintDialog({ letter, onClose }: DialogProps) {
  return (
    <ActionDialog
      title="Print notice again?"
      submitLabel="Print notice again"
      act={() => api.call(reprintCancellationNotice, { path: { letterId: letter.id } })}
      successMessage="The new letters were added to the print queue."
      onClose={onClose}
    >
      <Typography>
        All letters of this notice for policy {letter.policyNo} are replaced by letters with a later date, even those
        that were mailed. Coverage ends on the new date, and the notice period starts again.
      </Typography>
    </ActionDialog>
  )
}

/** The PDF of a letter and the actions that its state allows. */
export function LetterActions({ letter, canReprint = false }: { letter: NonpaymentLetter; canReprint?: boolean }) {
  const openDialog = useOpenRowDialog()
  const open = (Dialog: ComponentType<DialogProps>) =>
    openDialog((onClose) => <Dialog letter={letter} onClose={onClose} />)
  const notify = useNotify()
  const { permissions: roles = [] } = usePermissions<string[]>()
  const mayWrite = !roles.includes('readonly')
  const download = useAction(
    async () => {
      const wanted = { path: { letterId: letter.id }, parseAs: 'blob' as const }
      downloadFile((await api.call(getLetterPdf, wanted)) as unknown as Blob, `letter-${letter.policyNo}.pdf`)
    },
    { changes: [], onFailed: (problem) => notify(getErrorMessage(problem), { type: 'error' }) },
  )
  const about = `${letter.recipientName}, ${letter.policyNo}`
  return (
    <RowActions>
      <Button
        size="small"
        aria-label={`Download PDF: ${about}`}
        disabled={download.isBusy}
        onClick={() => download.run()}
      >
        PDF
      </Button>
      {mayWrite && (letter.state === 'queued' || letter.state === 'exported') ? (
        <Button size="small" aria-label={`Record mailing: ${about}`} onClick={() => open(RecordMailingDialog)}>
          Record mailing
        </Button>
      ) : null}
      {mayWrite && letter.state === 'mailed' ? (
        <Button size="small" aria-label={`Mark as undeliverable: ${about}`} onClick={() => open(UndeliverableDialog)}>
          Undeliverable
        </Button>
      ) : null}
      {mayWrite && canReprint && letter.kind === 'cancellationNotice' && letter.state !== 'replaced' ? (
        <Button size="small" aria-label={`Print again: ${about}`} onClick={() => open(ReprintDialog)}>
          Print again
        </Button>
      ) : null}
    </RowActions>
  )
}
