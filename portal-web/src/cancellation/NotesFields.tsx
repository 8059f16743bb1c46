import { Checkbox } from '@tideline/web-kit/ui/Checkbox.tsx'
import { TextArea } from '@tideline/web-kit/ui/TextField.tsx'

interface NotesFieldsProps {
  isInternal: boolean
  notes: string
  onNotes: (notes: string) => void
  notifies: boolean
  onNotifies: (notifies: boolean) => void
}

/** What staff have to note, others may; and whether anybody is written to, which is staff's to say (spec 1 §6). */
export const NotesFields = ({ isInternal, notes, onNotes, notifies, onNotifies }: NotesFieldsProps) => (
  <>
    <TextArea
      label="Notes"
      optional={!isInternal}
      maxLength={4000}
      value={notes}
      onChange={({ target }) => onNotes(target.value)}
    />
    {isInternal && (
      <Checkbox
        label={notifies ? 'Notifications active' : 'Notifications suppressed'}
        role="switch"
        checked={notifies}
        onChange={({ target }) => onNotifies(target.checked)}
      />
    )}
  </>
)
