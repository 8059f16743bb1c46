import type { PolicyConfirmation } from '@tideline/sdk'
import { startMandatoryEndorsement, startOutOfSequenceEndorsement } from '@tideline/sdk/operations'
import { formatDate } from '@tideline/web-kit/formats/format.ts'
import { getToday } from '@tideline/web-kit/labels/labels.ts'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useMachine } from '@xstate/react'
import { useEffect } from 'react'
import { isActionAllowed } from '../base/policy-permissions.ts'
import { usePolicyTransactions } from '../base/usePolicy.ts'
import { type EndorsementKind, endorsementChoiceMachine } from './choice.machine.ts'
import { EndorsementTypeDialog, endorsementKindNames } from './EndorsementTypeDialog.tsx'
import { getEndorsementDates, getOutOfSequenceDates, toEffectiveDate } from './effective-date.ts'

const operations = { ebo: startOutOfSequenceEndorsement, ebm: startMandatoryEndorsement } as const

/** A dialog that creates an internal endorsement with the selected type and date, and opens it in a new tab (END-4). */
export function EndorsementChoiceDialog({ policy, onClose }: { policy: PolicyConfirmation; onClose: () => void }) {
  const { policyNo, inceptionDate, effectiveDate } = policy
  const today = getToday(new Date())
  // Only staff can make endorsements with a past effective date.
  const isLimited = policy.viewer.kind !== 'internal' && inceptionDate < today
  const firstDate = isLimited ? today : inceptionDate
  const [state, send] = useMachine(endorsementChoiceMachine, { input: { firstDate } })
  const { choice, date: chosen } = state.context
  const transactions = usePolicyTransactions(policyNo).data
  const term =
    choice === 'ebo' && transactions
      ? getOutOfSequenceDates(inceptionDate, transactions)
      : getEndorsementDates(inceptionDate)
  // Limits the agents' default date to the latest date for the type.
  const date = term && chosen === firstDate && chosen > term.max ? term.max : chosen
  const isClosed = state.status === 'done'
  useEffect(() => {
    if (isClosed) onClose()
  }, [isClosed, onClose])

  const make = useAction(
    async (kind: EndorsementKind) => {
      send({ type: 'SUBMIT' })
      // Opens the tab during the click because browsers block tabs that are opened later. The tab's URL is set after
      // the quote has been created.
      const tab = window.open('', '_blank')
      const query = { policyNo, effectiveDate: toEffectiveDate(date) }
      const { payload } = await api.call(operations[kind], { query }).catch((error) => {
        tab?.close()
        throw error
      })
      if (tab) tab.location.href = payload.link
      else window.location.assign(payload.link)
    },
    { changes: [], onDone: () => send({ type: 'DONE' }), onFailed: () => send({ type: 'FAILED' }) },
  )
  if (!choice)
    return (
      <EndorsementTypeDialog
        kinds={isActionAllowed(policy, 'endorseMandatory') ? ['ebo', 'ebm'] : ['ebo']}
        onChoose={(kind) => send({ type: 'CHOOSE', choice: kind })}
        onCancel={() => send({ type: 'CANCEL' })}
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      title={endorsementKindNames[choice]}
      size="small"
      submitLabel="Continue"
      busyLabel="Preparing…"
      disabledReason={
        term
          ? date < term.min || date > term.max
            ? `Choose a date from ${formatDate(term.min)} to ${formatDate(term.max)}.`
            : undefined
          : 'No transaction takes effect after the policy effective date, so an endorsement can’t be out of sequence. Use Endorse instead.'
      }
      isBusy={make.isBusy}
      problem={make.problem}
      onSubmit={() => make.run(choice)}
      onClose={() => {
        make.reset()
        send({ type: 'CANCEL' })
      }}
    >
      {choice === 'ebo' && (
        <p>
          The date must be on or after the policy effective date, {formatDate(effectiveDate)}, and earlier than the most
          recent transaction effective date.
        </p>
      )}
      {isLimited && term && (
        <p>
          Changes to limits or the deductible can start on {formatDate(today)} at the earliest. Only changes that do not
          affect premium, such as the mailing address, can start earlier.
        </p>
      )}
      {term && (
        <TextField
          label="Effective date"
          type="date"
          required
          min={term.min}
          max={term.max}
          value={date}
          onChange={({ target }) => target.value && send({ type: 'CHANGE_DATE', date: target.value })}
        />
      )}
    </FormDialog>
  )
}
