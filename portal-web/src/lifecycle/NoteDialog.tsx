import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { TextArea } from '@tideline/web-kit/ui/TextField.tsx'
import { useState } from 'react'

interface NoteDialogProps {
  title: string
  submitLabel: string
  /** A description of the effect on the policy. */
  effectText: string
  /** The success message. */
  done: string
  failed?: string
  /** Called with the note, without leading and trailing spaces. */
  onConfirm: (note: string) => Promise<unknown>
  onClose: () => void
}

/** A dialog that requires a note for an action on the whole policy. */
export function NoteDialog({ title, submitLabel, effectText, done, failed, onConfirm, onClose }: NoteDialogProps) {
  const [typed, setTyped] = useState('')
  const note = typed.trim()
  const save = useAction(() => onConfirm(note), {
    changes: 'everything',
    successToast: done,
    ...(failed && { errorTitle: failed }),
    onDone: onClose,
  })
  return (
    <FormDialog
      title={title}
      size="small"
      submitLabel={submitLabel}
      busyLabel="Saving…"
      disabledReason={note ? undefined : 'A note is required.'}
      isBusy={save.isBusy}
      problem={save.problem}
      onSubmit={() => save.run()}
      onClose={onClose}
    >
      <p>{effectText}</p>
      <TextArea label="Note" maxLength={4000} value={typed} onChange={(event) => setTyped(event.target.value)} />
    </FormDialog>
  )
}
