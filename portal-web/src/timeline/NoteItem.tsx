import { useQuery } from '@tanstack/react-query'
import type { PolicyNote } from '@tideline/sdk'
import { deletePolicyNote, savePolicyNote } from '@tideline/sdk/operations'
import { getPolicyNoteOptions } from '@tideline/sdk/query'
import { getErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { ConfirmActionDialog } from '@tideline/web-kit/screen/ConfirmActionDialog.tsx'
import { usePolicyPagePaths } from '@tideline/web-kit/screen/policy-page-paths.ts'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { getVersionHeader } from '@tideline/web-kit/session/versions.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Badge } from '@tideline/web-kit/ui/Badge.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import { TextArea } from '@tideline/web-kit/ui/TextField.tsx'
import { useMemo, useState } from 'react'
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

interface EditFormProps {
  policyNo: string
  note: PolicyNote
  onClose: () => void
}

/** The form for the text of a note, with the current text instead of the listed one. */
function EditNoteForm({ policyNo, note: { policyNoteId }, onClose }: EditFormProps) {
  // Loads the note each time the form opens, so that the form shows the version that `If-Match` refers to (API-13).
  const current = useQuery({
    ...getPolicyNoteOptions({ client: api.client, path: { policyNo, policyNoteId } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errors: 'own' },
  })
  const note = current.data?.payload
  const headers = useMemo(
    () => (note ? getVersionHeader(`/api/v1/policies/${policyNo}/notes/${note.policyNoteId}`) : {}),
    [policyNo, note],
  )
  const [typed, setTyped] = useState<string>()
  const text = typed ?? note?.note ?? ''
  const save = useAction(
    (before: PolicyNote) =>
      api.call(savePolicyNote, {
        path: { policyNo },
        body: {
          ...{ policyNoteId, policyId: before.policyId, noteBody: text.trim(), private1: before.private },
          ...{ policyTransactionId: before.policyTransactionId, created_At: before.created_At },
          ...{ createdBy_UserId: before.createdBy_UserId, policyNo, type: before.type, meta: before.meta },
          reason: before.reason,
        },
        headers,
      }),
    { changes: 'everything', onDone: onClose },
  )
  const { reload } = save.problem ?? {}
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (note && text.trim()) save.run(note)
      }}
    >
      {current.isLoading && <Skeleton label="Loading the note" height={96} />}
      {current.error && <Alert tone="error">{getErrorMessage(current.error)}</Alert>}
      {note && (
        <TextArea
          label="Edit the note"
          rows={3}
          maxLength={4000}
          value={text}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {save.problem && (
        <Alert tone="error">
          <span>{save.problem.text}</span>
          {reload && (
            <Button
              variant="secondary"
              onClick={() => {
                reload()
                onClose()
              }}
            >
              Discard my changes and reload
            </Button>
          )}
        </Alert>
      )}
      <div className="row">
        {note && (
          <Button
            type="submit"
            busy={save.isBusy}
            busyLabel="Saving…"
            disabledReason={text.trim() ? undefined : 'Enter a note.'}
          >
            Save
          </Button>
        )}
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/**
 * A note or call log. The agency that the entry belongs to can edit it in place. Staff can delete it after confirmation
 * (NOTE-1).
 */
export function NoteItem({ policyNo, note }: { policyNo: string; note: PolicyNote }) {
  const [isEditing, setIsEditing] = useState(false)
  const [isDeleting, setIsDeleting] = useState(false)
  const subject = `${note.type === 'callLog' ? 'call log' : 'note'} from ${formatDateTime(note.created_At)}`
  return (
    <>
      {note.private && <Badge tone="warning">Private</Badge>}
      {note.type === 'callLog' && (
        <p className="muted">
          {describeCaller(note.meta)}
          {note.reason && <> · {note.reason}</>}
        </p>
      )}
      {isEditing ? (
        <EditNoteForm policyNo={policyNo} note={note} onClose={() => setIsEditing(false)} />
      ) : (
        <NoteText text={note.note} />
      )}
      {!isEditing && (note.canEdit || note.canDelete) && (
        <div className="row">
          {note.canEdit && (
            <Button variant="quiet" onClick={() => setIsEditing(true)}>
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
