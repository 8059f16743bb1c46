import { TextField, Typography } from '@mui/material'
import type { LockboxItem, LockboxUpdate } from '@tideline/sdk'
import { updateLockboxItem } from '@tideline/sdk/operations'
import { zPolicyNo } from '@tideline/sdk/zod'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { DryRunPreview } from '../../kit/dialogs/DryRunPreview.tsx'
import { FormDialog } from '../../kit/dialogs/FormDialog.tsx'
import { dryRunHeaders, useDryRun } from '../../kit/useDryRun.ts'
import { actionLabels, type CheckAction, formatSplitAmounts, type LockboxAction } from '../labels.ts'
import { CheckEffects } from './CheckEffects.tsx'
import { useCheckAction } from './useCheckAction.ts'

/** Describes the effect of each action. Shown before the user confirms. */
const actionEffects: Record<LockboxAction, (item: LockboxItem) => string> = {
  apply: ({ payer }) => `${payer || 'The payer'} will be notified. You can reverse this later.`,
  move: ({ parts }) => `${formatSplitAmounts(parts)} will be reversed and applied to the other policy.`,
  reverse: ({ parts }) =>
    `${formatSplitAmounts(parts)} will be due again. The check can then be applied to another policy.`,
  return: ({ amount, payer }) =>
    `${formatMoney(amount)} will be returned to ${payer || 'the sender'}. You can reopen the check if this was a mistake.`,
  bounce: ({ parts, amount }) =>
    parts.length > 0
      ? `The bank reversed ${formatMoney(amount)}. ${formatSplitAmounts(parts)} will be due again.`
      : `The bank reversed ${formatMoney(amount)}. The check can no longer be applied.`,
  reopen: ({ amount }) => `${formatMoney(amount)} will be available again, and the check can be applied to a policy.`,
}

/** A dialog that confirms an action on a check. Shows the action's effect and an optional note field. */
export function CheckActionDialog({
  item,
  action: requested,
  onClose,
}: {
  item: LockboxItem
  action: CheckAction
  onClose: () => void
}) {
  const [note, setNote] = useState('')
  const [typed, setTyped] = useState('')
  const settle = useCheckAction(item, onClose)
  const { action, parts } = requested
  const needsPolicy = action === 'move'
  const policyNo = needsPolicy ? typed.trim().toUpperCase() : requested.policyNo
  const { verb } = actionLabels[action]
  const isKnownPolicy = zPolicyNo.safeParse(policyNo).success
  const body: LockboxUpdate = {
    id: item.id,
    action,
    ...(policyNo && { policyNo }),
    ...(parts && { parts }),
    ...(note.trim() && { note: note.trim() }),
  }
  // The note changes no balance.
  const { note: _, ...planned } = body
  const dryRun = useDryRun(
    () => api.call(updateLockboxItem, { body: planned, headers: dryRunHeaders }),
    needsPolicy && !isKnownPolicy ? undefined : JSON.stringify(planned),
  )
  return (
    <FormDialog
      title={`${verb} ${parts ? formatSplitAmounts(parts) : `${formatMoney(item.amount)}${requested.policyNo ? ` to ${requested.policyNo}` : ''}`}?`}
      submitLabel={verb}
      danger={actionLabels[action].danger ?? false}
      disabledReason={needsPolicy && !isKnownPolicy ? 'Enter the number of the correct policy.' : dryRun.disabledReason}
      size="medium"
      isBusy={settle.isBusy}
      problem={settle.problem}
      onSubmit={() => settle.run(body)}
      onClose={onClose}
    >
      <Typography gutterBottom>{actionEffects[action](item)}</Typography>
      {needsPolicy ? (
        <TextField
          label="Correct policy"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          required
          fullWidth
          margin="normal"
        />
      ) : null}
      <DryRunPreview dryRun={dryRun}>{({ payload }) => <CheckEffects item={payload} />}</DryRunPreview>
      <TextField
        label="Note"
        value={note}
        onChange={(event) => setNote(event.target.value)}
        fullWidth
        margin="normal"
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
    </FormDialog>
  )
}
