import type { PolicyConfirmation } from '@tideline/sdk'
import { getEbmEndorsement, getEboEndorsement } from '@tideline/sdk/operations'
import { messageOf } from '@tideline/web-kit/errors/api-errors.ts'
import { day } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useMachine } from '@xstate/react'
import { useEffect, useState } from 'react'
import { mayOf } from '../base/may-of.ts'
import { choiceMachine, type Kind } from './choice.machine.ts'
import { termOf, toEffectiveDate } from './effective-date.ts'

const names: Record<Kind, string> = { ebo: 'Out of Sequence Endorsement', ebm: 'Mandatory Endorsement' }
const operations = { ebo: getEboEndorsement, ebm: getEbmEndorsement } as const

/** Makes an internal endorsement of a kind and a day, which opens in a new tab (spec 2 §4 and §5). */
export function EndorsementChoiceDialog({ policy, onClose }: { policy: PolicyConfirmation; onClose: () => void }) {
  const { policyNo, inceptionDate, effectiveDate } = policy
  const [state, send] = useMachine(choiceMachine, { input: { inceptionDate } })
  const [problem, setProblem] = useState<string>()
  const { choice, date } = state.context
  const term = termOf(inceptionDate)
  const mayForce = mayOf(policy, 'endorseMandatory')
  const isOver = state.status === 'done'
  useEffect(() => {
    if (isOver) onClose()
  }, [isOver, onClose])

  const submit = async () => {
    if (!choice) return
    send({ type: 'SUBMIT' })
    setProblem(undefined)
    // Browsers open a tab for a click only; what it shows comes when the quote is made.
    const tab = window.open('', '_blank')
    try {
      const query = { policyNo, effectiveDate: toEffectiveDate(date) }
      const { payload } = await api.call(operations[choice], { query })
      if (tab) tab.location.href = payload.link
      else window.location.assign(payload.link)
      send({ type: 'DONE' })
    } catch (error) {
      tab?.close()
      setProblem(messageOf(error))
      send({ type: 'FAILED' })
    }
  }
  const isInTerm = date >= term.min && date <= term.max
  const cancel = (
    <Button variant="secondary" onClick={() => send({ type: 'CANCEL' })}>
      Cancel
    </Button>
  )
  if (!choice)
    return (
      <Dialog open onOpenChange={onClose} title="Internal Endorse" size="small" footer={cancel}>
        <div className="stack">
          <Button variant="secondary" block onClick={() => send({ type: 'CHOOSE', choice: 'ebo' })}>
            EBO: {names.ebo}
          </Button>
          {mayForce && (
            <Button variant="secondary" block onClick={() => send({ type: 'CHOOSE', choice: 'ebm' })}>
              EBM: {names.ebm}
            </Button>
          )}
        </div>
      </Dialog>
    )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={names[choice]}
      size="small"
      footer={
        <>
          {cancel}
          <Button
            busy={state.matches('submitting')}
            busyLabel="Preparing…"
            disabledReason={isInTerm ? undefined : `Choose a date from ${day(term.min)} to ${day(term.max)}.`}
            onClick={() => void submit()}
          >
            Continue
          </Button>
        </>
      }
    >
      {choice === 'ebo' && (
        <p>
          The date has to be on or after the policy effective date, {day(effectiveDate)}, and earlier than the most
          recent transaction effective date.
        </p>
      )}
      <TextField
        label="Effective date"
        type="date"
        required
        min={term.min}
        max={term.max}
        value={date}
        onChange={({ target }) => target.value && send({ type: 'DATE', date: target.value })}
      />
      {problem && <Alert tone="error">{problem}</Alert>}
    </Dialog>
  )
}
