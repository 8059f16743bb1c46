import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PolicyConfirmation } from '@tideline/sdk'
import { savePolicyNote } from '@tideline/sdk/operations'
import { getNoteCatalogueOptions } from '@tideline/sdk/query'
import { getErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useSession } from '@tideline/web-kit/session/useSession.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Checkbox } from '@tideline/web-kit/ui/Checkbox.tsx'
import { FieldError } from '@tideline/web-kit/ui/Field.tsx'
import { SelectField } from '@tideline/web-kit/ui/SelectField.tsx'
import { TextArea } from '@tideline/web-kit/ui/TextField.tsx'
import { useId, useState } from 'react'
import { CallFields } from './CallFields.tsx'
import {
  allFieldsRequiredText,
  emptyNoteEntry,
  type NoteFormValues,
  toNoteRequest,
  validateNoteEntry,
} from './call-log.ts'
import { restoreNoteDraft, saveNoteDraft } from './note-draft.ts'

const types = [
  { value: 'note', label: 'Note' },
  { value: 'callLog', label: 'Call Log' },
]

/** Form that adds a note or, for staff, a call log. The text is kept when the panel is closed (UI-6). */
export function NoteForm({ policy }: { policy: PolicyConfirmation }) {
  const { policyNo, viewer } = policy
  const formId = useId()
  const queries = useQueryClient()
  const agentId = useSession()?.data?.AgentId ?? ''
  const isInternal = viewer.kind === 'internal'
  const [entry, setEntry] = useState<NoteFormValues>(() => ({
    ...emptyNoteEntry,
    body: restoreNoteDraft(agentId, policyNo),
  }))
  const [wasTried, setWasTried] = useState(false)
  const [sent, setSent] = useState(0)
  const catalogue = useQuery({
    ...getNoteCatalogueOptions({ client: api.client }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errors: 'own' },
  })
  const change = (part: Partial<NoteFormValues>) => {
    setEntry((before) => ({ ...before, ...part }))
    if (part.body !== undefined) saveNoteDraft({ agentId, policyNo, body: part.body })
  }
  const write = useMutation({
    mutationFn: () => api.call(savePolicyNote, { path: { policyNo }, body: toNoteRequest(policyNo, entry) }),
    meta: { errors: 'own' },
    onSuccess: async () => {
      saveNoteDraft({ agentId, policyNo, body: '' })
      setEntry({ ...emptyNoteEntry, type: entry.type })
      setWasTried(false)
      setSent((before) => before + 1)
      await queries.invalidateQueries()
    },
  })
  const problem = validateNoteEntry(entry)
  const isCall = entry.type === 'callLog'
  // On a phone, the form is collapsed to one line until the user starts an entry.
  const isBegun = entry.body !== '' || isCall || entry.isPrivate || wasTried || write.isError
  return (
    <form
      id={formId}
      className="note-form stack"
      aria-label="Add a note"
      data-begun={isBegun || undefined}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setWasTried(true)
        if (!problem) write.mutate()
      }}
    >
      {isInternal && (
        <div className="note-form-head">
          <SelectField
            label="Type"
            options={types}
            value={entry.type}
            onChange={(event) => change({ type: event.target.value === 'callLog' ? 'callLog' : 'note' })}
          />
          <Checkbox
            label="Private, for staff only"
            role="switch"
            checked={entry.isPrivate}
            onChange={(event) => change({ isPrivate: event.target.checked })}
          />
        </div>
      )}
      {/* Remounts the fields after each entry, so that they show no validation errors. */}
      {isCall && <CallFields key={sent} entry={entry} catalogue={catalogue.data?.payload} onChange={change} />}
      <TextArea
        label={isCall ? 'Call notes' : 'Note'}
        rows={2}
        maxLength={4000}
        value={entry.body}
        onChange={(event) => change({ body: event.target.value })}
      />
      {wasTried && problem === allFieldsRequiredText && <FieldError>{allFieldsRequiredText}</FieldError>}
      {write.isError && <Alert tone="error">{getErrorMessage(write.error)}</Alert>}
      <Button
        type="submit"
        busy={write.isPending}
        busyLabel="Saving…"
        disabledReason={problem === allFieldsRequiredText ? undefined : problem}
      >
        {isCall ? 'Add Call Log' : 'Add Note'}
      </Button>
    </form>
  )
}
