import type { PolicyNote } from '@tideline/sdk'
import { deletePolicyNote, savePolicyNote } from '@tideline/sdk/operations'
import { formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { ConfirmActionDialog } from '@tideline/web-kit/screen/ConfirmActionDialog.tsx'
import { usePolicyPagePaths } from '@tideline/web-kit/screen/policy-page-paths.ts'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Badge } from '@tideline/web-kit/ui/Badge.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { TextArea } from '@tideline/web-kit/ui/TextField.tsx'
import { useState } from 'react'
import { Link } from 'react-router'
import { describeCaller } from './call-log.ts'
import { splitByPolicyNumber } from './linked-text.ts'

function NoteText({ text }: { text: string }) {
  const places = usePolicyPagePaths()
  return (
    <p className="note-text">
      {splitByPolicyNumber(text).map(({ text: piece, policyNo }, index) =>
        policyNo ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no id, only an index
          <Link key={index} to={places.policy(policyNo)}>
            {piece}
          </Link>
        ) : (
          piece
        ),
      )}
    </p>
  )
}

/**
 * A note or call log. The agency that the entry belongs to can edit it in place. Staff can delete it after confirmation
 * (NOTE-1).
 */
export function NoteItem({ policyNo, note }: { policyNo: string; note: PolicyNote }) {
  const [edited, setEdited] = useState<string>()
  const [isDeleting, setIsDeleting] = useState(false)
  const subject = `${note.type === 'callLog' ? 'call log' : 'note'} from ${formatDateTime(note.created_At)}`
  const save = useAction(
    (noteBody: string) =>
      api.call(savePolicyNote, {
        path: { policyNo },
        body: {
          ...{ policyNoteId: note.policyNoteId, policyId: note.policyId, noteBody, private1: note.private },
          ...{ policyTransactionId: note.policyTransactionId, created_At: note.created_At },
          ...{ createdBy_UserId: note.createdBy_UserId, policyNo, type: note.type, meta: note.meta },
          reason: note.reason,
        },
      }),
    { changes: 'everything', onDone: () => setEdited(undefined) },
  )
  return (
    <>
      {note.private && <Badge tone="warning">Private</Badge>}
      {note.type === 'callLog' && (
        <p className="muted">
          {describeCaller(note.meta)}
          {note.reason && <> · {note.reason}</>}
        </p>
      )}
      {edited === undefined ? (
        <NoteText text={note.note} />
      ) : (
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault()
            save.run(edited.trim())
          }}
        >
          <TextArea
            label="Edit the note"
            rows={3}
            maxLength={4000}
            value={edited}
            onChange={(event) => setEdited(event.target.value)}
          />
          {save.problem && <Alert tone="error">{save.problem.text}</Alert>}
          <div className="row">
            <Button
              type="submit"
              busy={save.isBusy}
              busyLabel="Saving…"
              disabledReason={edited.trim() ? undefined : 'Enter a note.'}
            >
              Save
            </Button>
            <Button variant="secondary" onClick={() => setEdited(undefined)}>
              Cancel
            </Button>
          </div>
        </form>
      )}
      {edited === undefined && (note.canEdit || note.canDelete) && (
        <div className="row">
          {note.canEdit && (
            <Button variant="quiet" onClick={() => setEdited(note.note)}>
              Edit<span className="visually-hidden"> {subject}</span>
            </Button>
          )}
          {note.canDelete && (
            <Button variant="quiet" onClick={() => setIsDeleting(true)}>
              Delete<span className="visually-hidden"> {subject}</span>
            </Button>
          )}
        </div>
      )}
      {isDeleting && (
        <ConfirmActionDialog
          title="Delete note"
          submitLabel="Delete"
          busyLabel="Deleting…"
          act={() => api.call(deletePolicyNote, { path: { policyNo }, body: { policyNoteId: note.policyNoteId } })}
          changes="everything"
          onClose={() => setIsDeleting(false)}
        >
          <p>Are you sure you want to delete this policy note?</p>
        </ConfirmActionDialog>
      )}
    </>
  )
}
