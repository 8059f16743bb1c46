import type { CancelPolicyResponse, PolicyConfirmation } from '@tideline/sdk'
import { needsCode } from '@tideline/web-kit/errors/api-errors.ts'
import { NoticeDialog } from '@tideline/web-kit/screen/NoticeDialog.tsx'
import type { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { ConfirmCode } from '../signing/ConfirmCode.tsx'
import { outcomeOf, text } from './text.ts'

interface CancelAnswerProps {
  policy: PolicyConfirmation
  ask: Pick<ReturnType<typeof useAction<unknown, CancelPolicyResponse>>, 'problem' | 'error' | 'answer' | 'forget'>
  /** Whether the insured is written to. */
  notifies: boolean
  /** Asks again, once the insured's code was right. */
  onConfirmed: () => void
  onClose: () => void
}

/** What became of the request to cancel: a code is asked for first (decision 84), it was refused, or what happens now (spec 1 §8). */
export function CancelAnswer({ policy, ask, notifies, onConfirmed, onClose }: CancelAnswerProps) {
  if (ask.problem && needsCode(ask.error))
    return (
      <Dialog open onOpenChange={onClose} title="Policy Cancellation">
        <ConfirmCode policyNo={policy.policyNo} onConfirmed={onConfirmed} onBack={ask.forget} />
      </Dialog>
    )
  // The specification tells a failure in a box of its own; the form is as it was behind it.
  if (ask.problem)
    return (
      <NoticeDialog title={text.errorTitle} onClose={ask.forget}>
        <p>{ask.problem.text}</p>
      </NoticeDialog>
    )
  if (!ask.answer) return null
  const said = outcomeOf(ask.answer.payload, notifies, policy.email)
  return (
    <NoticeDialog title={said.title} onClose={onClose}>
      <p>{said.text}</p>
    </NoticeDialog>
  )
}
