import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CancelReason, PolicyConfirmation } from '@tideline/sdk'
import { cancelPolicy } from '@tideline/sdk/operations'
import { getCancelReasonsOptions, previewCancellationOptions } from '@tideline/sdk/query'
import { messageOf, needsCode } from '@tideline/web-kit/errors/api-errors.ts'
import { day, money } from '@tideline/web-kit/formats/format.ts'
import { ErrorFace } from '@tideline/web-kit/screen/ErrorFace.tsx'
import { QueryFace } from '@tideline/web-kit/screen/QueryFace.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Checkbox } from '@tideline/web-kit/ui/Checkbox.tsx'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { Facts } from '@tideline/web-kit/ui/Facts.tsx'
import { type Choice, type ChoiceGroup, SelectField } from '@tideline/web-kit/ui/SelectField.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import { TextArea, TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useId, useState } from 'react'
import { ConfirmCode } from '../signing/ConfirmCode.tsx'
import { dateProblem, groupReasons, type ReasonGroup } from './reasons.ts'
import { text } from './text.ts'

interface CancelDialogProps {
  policy: PolicyConfirmation
  /** False where the page behind says what became of it. */
  tellsResult: boolean
  onClose: () => void
}

/** The reasons to choose from, under their headings where they have one. */
const choicesOf = (groups: readonly ReasonGroup[]) =>
  groups.flatMap(({ label, reasons }): (Choice | ChoiceGroup)[] => {
    const options = reasons.map(({ reasonCode, reasonName }) => ({ value: reasonCode, label: reasonName }))
    return label ? [{ label, options }] : options
  })

/** What would be given back, before anything is asked for. */
function Refund({ policyNo, reasonCode, date }: { policyNo: string; reasonCode: string; date: string | undefined }) {
  const preview = useQuery({
    ...previewCancellationOptions({
      client: api.client,
      path: { policyNo },
      query: { reasonCode, ...(date && { effectiveDate: date }) },
    }),
    meta: { errors: 'face' },
  })
  if (preview.isPending) return <Skeleton lines={3} label="Working out the refund" />
  if (preview.isError)
    return (
      <ErrorFace
        title="The refund could not be worked out"
        error={preview.error}
        onRetry={() => void preview.refetch()}
      />
    )
  const { lines, refundAmount, effectiveDate, isBlockedByClaim } = preview.data.payload
  return (
    <section aria-label="Refund">
      <Facts
        facts={[
          { label: 'Coverage ends', value: day(effectiveDate) },
          ...lines.map(({ description, refunded }) => ({ label: description, value: money(refunded), isNumber: true })),
          { label: 'Return premium', value: money(refundAmount), isNumber: true, isTotal: true },
        ]}
      />
      {isBlockedByClaim && <p className="muted">A claim was paid in this term: staff decide about the refund.</p>}
    </section>
  )
}

/** The cancellation form (spec 1 §3 and §6): reason, date where the reason asks for one, notes, notifications. */
export function CancelDialog({ policy, tellsResult, onClose }: CancelDialogProps) {
  const { policyNo, email, viewer } = policy
  const formId = useId()
  const queryClient = useQueryClient()
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
  const ask = useMutation({
    mutationFn: (chosen: CancelReason) =>
      api.call(cancelPolicy, {
        body: {
          PolicyNumber: policyNo,
          ReasonCode: chosen.reasonCode,
          ...(notes.trim() && { NoteInfo: { Note: notes.trim(), Private: false } }),
          EffectiveDate: chosen.effectiveDateRequired ? date : new Date().toISOString(),
          ...(isInternal && { SuppressNotification: !notifies }),
        },
      }),
    meta: { errors: 'own' },
    onSuccess: () => {
      if (!tellsResult) onClose()
      void queryClient.invalidateQueries()
    },
  })
  if (ask.isError && needsCode(ask.error))
    return (
      <Dialog open onOpenChange={onClose} title="Policy Cancellation">
        <ConfirmCode policyNo={policyNo} onConfirmed={() => ask.mutate(ask.variables)} onBack={() => ask.reset()} />
      </Dialog>
    )
  if (ask.isError)
    return (
      <Dialog
        open
        onOpenChange={() => ask.reset()}
        title={text.errorTitle}
        size="small"
        footer={<Button onClick={() => ask.reset()}>Ok</Button>}
      >
        <p>{messageOf(ask.error)}</p>
      </Dialog>
    )
  if (ask.isSuccess) {
    const status = ask.data.payload
    const said = status.isReviewedAutomatically
      ? text.finalizing
      : notifies
        ? text.pending(status.emailSentTo ?? email ?? 'the insured')
        : text.quiet
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={said.title}
        size="small"
        footer={<Button onClick={onClose}>Ok</Button>}
      >
        <p>{said.text}</p>
      </Dialog>
    )
  }
  const reasonToWait =
    (!reason && 'Choose a reason.') || problem || (isInternal && !notes.trim() && 'Notes are required.') || undefined
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Policy Cancellation"
      dismissable={!ask.isPending}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep the policy
          </Button>
          <Button
            variant="danger"
            type="submit"
            form={formId}
            busy={ask.isPending}
            busyLabel="Cancelling…"
            disabledReason={reasonToWait}
          >
            Cancel Policy
          </Button>
        </>
      }
    >
      <QueryFace query={reasons} lines={4} label="Loading the reasons" problem="The reasons could not be loaded" />
      {reasons.data && (
        <form
          id={formId}
          className="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (reason && !reasonToWait) ask.mutate(reason)
          }}
        >
          {list.length === 0 && <Alert tone="info">There is no reason that you can cancel this policy for now.</Alert>}
          {only ? (
            <p>
              Reason: <strong>{only.reasonName}</strong>
            </p>
          ) : (
            list.length > 0 && (
              <SelectField
                label="Reason"
                value={reasonCode}
                options={[
                  { value: '', label: 'Choose a reason', disabled: true },
                  ...choicesOf(groupReasons(list, isInternal)),
                ]}
                onChange={({ target }) => setReasonCode(target.value)}
              />
            )
          )}
          {reason?.description && <p className="muted">{reason.description}</p>}
          {reason?.effectiveDateRequired && (
            <TextField
              label={reason.effectiveDateLabel ?? 'Effective date'}
              type="date"
              required
              min={reason.effectiveDateMin ?? undefined}
              max={reason.effectiveDateMax ?? undefined}
              value={date}
              error={date ? problem : undefined}
              onChange={(event) => setDate(event.target.value)}
            />
          )}
          <TextArea
            label="Notes"
            optional={!isInternal}
            maxLength={4000}
            value={notes}
            onChange={(event) => setNotes(event.target.value)}
          />
          {isInternal && (
            <Checkbox
              label={notifies ? 'Notifications active' : 'Notifications suppressed'}
              role="switch"
              checked={notifies}
              onChange={(event) => setNotifies(event.target.checked)}
            />
          )}
          {reason && !problem && (
            <Refund
              policyNo={policyNo}
              reasonCode={reason.reasonCode}
              date={reason.effectiveDateRequired ? date : undefined}
            />
          )}
        </form>
      )}
    </Dialog>
  )
}
