import { TextField, Typography } from '@mui/material'
import type { LockboxItem, LockboxUpdate } from '@tideline/sdk'
import { zPolicyNo } from '@tideline/sdk/zod'
import { money } from '@tideline/web-kit/formats/format.ts'
import { useState } from 'react'
import { FormDialog } from '../FormDialog.tsx'
import { useSettle } from './useSettle.ts'
import { type Action, listed, type Wish, words } from './words.ts'

/** What follows from it, before it happens. */
const consequences: Record<Action, (item: LockboxItem) => string> = {
  apply: ({ payer }) => `The policy owes that much less, and ${payer || 'the payer'} is told. It can be taken back.`,
  move: ({ parts }) => `${listed(parts)} is taken back, and the other policy gets it. Both are told by their balance.`,
  reverse: ({ parts }) =>
    `${parts.map(({ policyNo }) => policyNo).join(', ')} owes it again. The bank has the money: it can be applied anew.`,
  return: ({ amount, payer }) =>
    `${money(amount)} goes back to ${payer || 'its sender'}, and no policy gets it. What was due stays due. If this was a mistake, the check can be reopened.`,
  bounce: ({ parts, amount }) =>
    parts.length > 0
      ? `The bank took ${money(amount)} back: ${parts.map(({ policyNo }) => policyNo).join(', ')} owes it again.`
      : `The bank took ${money(amount)} back: it is no money any more.`,
  reopen: ({ amount }) => `${money(amount)} is here after all, and the check waits for a policy again.`,
}

/** What will happen, once more, with a note that is kept. */
export function Settle({ item, wish, onClose }: { item: LockboxItem; wish: Wish; onClose: () => void }) {
  const [note, setNote] = useState('')
  const [typed, setTyped] = useState('')
  const settle = useSettle(item, onClose)
  const { action, parts } = wish
  const needsPolicy = action === 'move'
  const policyNo = needsPolicy ? typed.trim().toUpperCase() : wish.policyNo
  const { verb } = words[action]
  const body: LockboxUpdate = {
    id: item.id,
    action,
    ...(policyNo && { policyNo }),
    ...(parts && { parts }),
    ...(note.trim() && { note: note.trim() }),
  }
  return (
    <FormDialog
      title={`${verb} ${parts ? listed(parts) : `${money(item.amount)}${wish.policyNo ? ` to ${wish.policyNo}` : ''}`}?`}
      confirm={verb}
      isGrave={words[action].isGrave ?? false}
      isReady={!needsPolicy || zPolicyNo.safeParse(policyNo).success}
      isBusy={settle.isPending}
      problem={settle.error?.message}
      onConfirm={() => settle.mutate(body)}
      onClose={onClose}
    >
      <Typography>{consequences[action](item)}</Typography>
      {needsPolicy ? (
        <TextField
          label="Right policy"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          required
          fullWidth
          margin="normal"
        />
      ) : null}
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
