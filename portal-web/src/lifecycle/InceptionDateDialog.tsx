import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { PolicyConfirmation } from '@tideline/sdk'
import { cancelRewritePolicy } from '@tideline/sdk/operations'
import { getCancelRewriteDatesOptions } from '@tideline/sdk/query'
import { day } from '@tideline/web-kit/formats/format.ts'
import { todayOf } from '@tideline/web-kit/labels/labels.ts'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { QueryFace } from '@tideline/web-kit/screen/QueryFace.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Checkbox } from '@tideline/web-kit/ui/Checkbox.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { dayProblem, pathOfNew, toggleLock, windowOf } from './inception-date.ts'

/** Moves the inception date: the policy is cancelled and written anew under another number (spec 2 §4). */
export function InceptionDateDialog({ policy, onClose }: { policy: PolicyConfirmation; onClose: () => void }) {
  const { policyNo, inceptionDate, isPendingCancel, viewer } = policy
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isInternal = viewer.kind === 'internal'
  const [chosen, setChosen] = useState(inceptionDate)
  const [isImmediate, setIsImmediate] = useState(policy.hasImmediateClosing)
  const [newAgencyNo, setNewAgencyNo] = useState('')
  const [producerName, setProducerName] = useState('')
  const dates = useQuery({
    ...getCancelRewriteDatesOptions({ client: api.client, path: { policyNo } }),
    meta: { errors: 'face' },
    enabled: !isPendingCancel,
  })
  // The policy behind the dialog has changed; it is read again when the dialog closes.
  const rewrite = useAction(
    async () => {
      const { payload } = await api.call(cancelRewritePolicy, {
        path: { policyNo },
        body: {
          inceptionDate: chosen,
          newAgencyNo: newAgencyNo.trim(),
          hasImmediateClosing: isImmediate,
          producerName: producerName.trim(),
        },
      })
      return payload
    },
    { changes: [] },
  )
  const done = rewrite.answer?.policy
  const isLocked = isPendingCancel || done !== undefined || rewrite.isBusy
  const window = dates.data && windowOf(dates.data.payload, isImmediate)
  const problem = window && dayProblem(chosen, window, day)
  const lock = toggleLock({
    inceptionDate,
    today: todayOf(new Date()),
    isLoading: rewrite.isBusy || dates.isLoading,
    isPendingCancel,
    hasNewPolicy: done !== undefined,
  })
  const close = () => {
    onClose()
    if (done) void queries.invalidateQueries()
  }
  const reasonToWait =
    (isPendingCancel && 'The policy is pending cancellation.') ||
    (!window && 'One moment, please.') ||
    (chosen === inceptionDate && 'The policy begins on this day already.') ||
    problem ||
    undefined
  return (
    <FormDialog
      title="Change Inception Date"
      cancelLabel="Close"
      submitLabel="Change Date"
      busyLabel="Changing…"
      notYet={reasonToWait}
      isBusy={rewrite.isBusy}
      problem={rewrite.problem}
      instead={
        done && (
          <Button
            onClick={() => {
              close()
              void navigate(pathOfNew(pathname, policyNo, done.policyNo))
            }}
          >
            View New Policy
          </Button>
        )
      }
      onSubmit={() => rewrite.run()}
      onClose={close}
    >
      {done ? (
        <Alert tone="success">
          <p>
            Policy {policyNo} has been cancelled. The new policy number is {done.policyNo}
          </p>
          {done.agencyNo !== policy.agencyNo && <p>The new agent of record is {done.agencyNo}.</p>}
        </Alert>
      ) : (
        <p>
          The policy is cancelled and a new one is written from the new date. Payments move along; documents are signed
          again. This cannot be undone.
        </p>
      )}
      {isPendingCancel && <Alert tone="info">The policy is pending cancellation: its date cannot be changed.</Alert>}
      <QueryFace
        query={dates}
        lines={2}
        label="Loading the possible dates"
        problem="The possible dates could not be loaded"
      />
      <TextField
        label="Inception date"
        type="date"
        required
        disabled={isLocked}
        min={window?.min}
        max={window?.max}
        value={chosen}
        help={window && `From ${day(window.min)} to ${day(window.max)}`}
        error={chosen !== inceptionDate && !done ? problem : undefined}
        // A date is chosen or stays as it is; none is no choice.
        onChange={(event) => event.target.value && setChosen(event.target.value)}
      />
      <Checkbox
        label="Immediate Closing"
        role="switch"
        disabled={lock !== undefined}
        checked={isImmediate}
        help={
          lock ??
          'The standard 10-day waiting period can be waived only for a real estate closing or a roll-over. Upload a closing disclosure, settlement statement or prior declaration page that matches the effective date to the policy.'
        }
        onChange={(event) => setIsImmediate(event.target.checked)}
      />
      {isInternal && (
        <>
          <TextField
            label="New agent number"
            optional
            disabled={isLocked}
            help={`Empty keeps agency ${policy.agencyNo}.`}
            value={newAgencyNo}
            onChange={(event) => setNewAgencyNo(event.target.value)}
          />
          <TextField
            label="Producer name"
            optional
            disabled={isLocked}
            value={producerName}
            onChange={(event) => setProducerName(event.target.value)}
          />
        </>
      )}
    </FormDialog>
  )
}
