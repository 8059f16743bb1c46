import { useQuery } from '@tanstack/react-query'
import type { CancelReason, PolicyConfirmation } from '@tideline/sdk'
import { cancelPolicy } from '@tideline/sdk/operations'
import { getCancelReasonsOptions } from '@tideline/sdk/query'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { QueryFace } from '@tideline/web-kit/screen/QueryFace.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { CancelAnswer } from './CancelAnswer.tsx'
import { NotesFields } from './NotesFields.tsx'
import { ReasonFields } from './ReasonFields.tsx'
import { Refund } from './Refund.tsx'
import { dateProblem } from './reasons.ts'
import { cancelProblem } from './text.ts'

interface CancelDialogProps {
  policy: PolicyConfirmation
  /** False where the page behind says what became of it. */
  tellsResult: boolean
  onClose: () => void
}

/** The cancellation form (spec 1 §3 and §6): reason, date where the reason asks for one, notes, notifications. */
export function CancelDialog({ policy, tellsResult, onClose }: CancelDialogProps) {
  const { policyNo, viewer } = policy
  const isInternal = viewer.kind === 'internal'
  const [reasonCode, setReasonCode] = useState('')
  const [date, setDate] = useState('')
  const [notes, setNotes] = useState('')
  const [notifies, setNotifies] = useState(true)
  const reasons = useQuery({
    ...getCancelReasonsOptions({ client: api.client, path: { policyNo } }),
    meta: { errors: 'face' },
  })
  const list = reasons.data?.payload ?? []
  const only = list.length === 1 ? list[0] : undefined
  const reason = list.find((one) => one.reasonCode === reasonCode) ?? only
  const problem = reason && dateProblem(reason, date)
  const ask = useAction(
    (chosen: CancelReason) =>
      api.call(cancelPolicy, {
        body: {
          PolicyNumber: policyNo,
          ReasonCode: chosen.reasonCode,
          ...(notes.trim() && { NoteInfo: { Note: notes.trim(), Private: false } }),
          EffectiveDate: chosen.effectiveDateRequired ? date : new Date().toISOString(),
          ...(isInternal && { SuppressNotification: !notifies }),
        },
      }),
    { changes: 'everything', saying: cancelProblem, ...(!tellsResult && { onDone: onClose }) },
  )
  if (ask.problem || ask.answer)
    return <CancelAnswer {...{ policy, ask, notifies, onClose }} onConfirmed={() => reason && ask.run(reason)} />
  const notYet =
    (!reason && 'Choose a reason.') || problem || (isInternal && !notes.trim() && 'Notes are required.') || undefined
  return (
    <FormDialog
      title="Policy Cancellation"
      cancelLabel="Keep the policy"
      submitLabel="Cancel Policy"
      busyLabel="Cancelling…"
      danger
      notYet={notYet}
      isBusy={ask.isBusy}
      problem={undefined}
      onSubmit={() => reason && ask.run(reason)}
      onClose={onClose}
    >
      <QueryFace query={reasons} lines={4} label="Loading the reasons" problem="The reasons could not be loaded" />
      {reasons.data && (
        <>
          <ReasonFields
            {...{ reasons: list, isInternal, reason, date, problem }}
            onReason={setReasonCode}
            onDate={setDate}
          />
          <NotesFields {...{ isInternal, notes, notifies }} onNotes={setNotes} onNotifies={setNotifies} />
          {reason && !problem && (
            <Refund
              {...{ policyNo, reasonCode: reason.reasonCode }}
              date={reason.effectiveDateRequired ? date : undefined}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
