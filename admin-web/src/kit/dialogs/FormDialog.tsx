import { AlertTitle, Button } from '@mui/material'
import type { FormDialogContract } from '@tideline/web-kit/screen/form-dialog-contract.ts'
import type { FormEvent } from 'react'
import { ActionButton } from '../ActionButton.tsx'
import { Alert } from '../Alert.tsx'
import { Dialog } from './Dialog.tsx'

interface FormDialogProps extends FormDialogContract {
  size?: 'small' | 'medium'
  /** The reason why the form cannot be submitted, shown next to the submit button. */
  disabledReason?: string | undefined
  /** Called on submission with a function that returns a field's value by name. */
  onSubmit: (text: (name: string) => string) => void
}

/** A dialog that explains an action before it runs. Pressing Enter in a field submits, like the button. */
export function FormDialog({ danger = false, disabledReason, ...props }: FormDialogProps) {
  const { submitLabel, isBusy, problem, onSubmit, onClose, children, ...dialog } = props
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // Prevents the submission of a react-admin form that contains the dialog.
    event.preventDefault()
    const form = event.currentTarget
    if (disabledReason !== undefined || isBusy || !form.reportValidity()) return
    const fields = new FormData(form)
    onSubmit((name) => String(fields.get(name) ?? ''))
  }
  return (
    <Dialog
      {...dialog}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <ActionButton
            type="submit"
            variant="contained"
            color={danger ? 'error' : 'primary'}
            loading={isBusy}
            disabledReason={disabledReason}
          >
            {submitLabel}
          </ActionButton>
        </>
      }
    >
      {problem ? (
        <Alert severity="error" sx={{ marginBottom: 1 }}>
          {problem.title ? <AlertTitle>{problem.title}</AlertTitle> : null}
          {problem.text}
        </Alert>
      ) : null}
      {children}
    </Dialog>
  )
}
