import { Checkbox } from '@tideline/web-kit/ui/Checkbox.tsx'
import { TextArea } from '@tideline/web-kit/ui/TextField.tsx'

interface NotesFieldsProps {
  notes: string
  onNotes: (notes: string) => void
  notifies: boolean
  onNotifies: (notifies: boolean) => void
}

/** The staff notes and the notifications switch (CAN-10, NOTE-2). */
export const NotesFields = ({ notes, onNotes, notifies, onNotifies }: NotesFieldsProps) => (
  <>
    <TextArea label="Notes" maxLength={4000} value={notes} onChange={({ target }) => onNotes(target.value)} />
    <Checkbox
      label={notifies ? 'Notifications active' : 'Notifications suppressed'}
      role="switch"
      checked={notifies}
      onChange={({ target }) => onNotifies(target.checked)}
    />
  </>
)
