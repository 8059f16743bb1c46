import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { TextArea } from '@tideline/web-kit/ui/TextField.tsx'
import { useState } from 'react'

interface NoteDialogProps {
  title: string
  submitLabel: string
  /** What happens to the policy. */
  says: string
  /** What is said once it is done and, where that is documented, when it failed. */
  done: string
  failed?: string
  /** Given the note without the blanks around it. */
  act: (note: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for a note before something is done to the whole policy. */
export function NoteDialog({ title, submitLabel, says, done, failed, act, onClose }: NoteDialogProps) {
  const [typed, setTyped] = useState('')
  const note = typed.trim()
  const doing = useAction(() => act(note), {
    changes: 'everything',
    done,
    ...(failed && { failed }),
    onDone: onClose,
  })
  return (
    <FormDialog
      title={title}
      size="small"
      submitLabel={submitLabel}
      busyLabel="Saving…"
      notYet={note ? undefined : 'A note is required.'}
      isBusy={doing.isBusy}
      problem={doing.problem}
      onSubmit={() => doing.run()}
      onClose={onClose}
    >
      <p>{says}</p>
      <TextArea label="Note" maxLength={4000} value={typed} onChange={(event) => setTyped(event.target.value)} />
    </FormDialog>
  )
}
