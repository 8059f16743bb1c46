import { Typography } from '@mui/material'
import { getToday } from '@tideline/web-kit/labels/labels.ts'
import type { ActionProblem } from '@tideline/web-kit/screen/action-options.ts'
import { type ReactNode, useState } from 'react'
import { FormDialog } from '../../kit/dialogs/FormDialog.tsx'
import { CalendarDateField } from '../../kit/fields/CalendarDateField.tsx'

interface MailingDialogProps {
  title: string
  isBusy: boolean
  problem: ActionProblem | undefined
  onSubmit: (mailedOn: string) => void
  onClose: () => void
  children: ReactNode
}

/** A dialog in which staff enter the mailing date of a letter or of an export. */
export function MailingDialog({ title, isBusy, problem, onSubmit, onClose, children }: MailingDialogProps) {
  const [mailedOn, setMailedOn] = useState(() => getToday(new Date()))
  return (
    <FormDialog
      title={title}
      submitLabel="Record mailing"
      disabledReason={mailedOn === '' ? 'Enter the mailing date.' : undefined}
      isBusy={isBusy}
      problem={problem}
      onSubmit={() => onSubmit(mailedOn)}
      onClose={onClose}
    >
      <Typography>{children}</Typography>
      <CalendarDateField
        label="Mailing date"
        value={mailedOn}
        onChange={({ target }) => setMailedOn(target.value)}
        required
        margin="normal"
        helperText="The date on which the postal service received the letters."
        max={getToday(new Date())}
      />
    </FormDialog>
  )
}
