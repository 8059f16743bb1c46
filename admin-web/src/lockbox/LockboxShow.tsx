import {
  Alert,
  Button,
  Card,
  CardContent,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Stack,
  TextField,
  Typography,
} from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import type { LockboxItem, LockboxPart, LockboxProposal, LockboxUpdate } from '@tideline/sdk'
import { updateLockboxItem } from '@tideline/sdk/operations'
import { zPolicyNo } from '@tideline/sdk/zod'
import { day, money } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { Show, useNotify, useRecordContext, useRefresh } from 'react-admin'
import { stateWord } from '../tables/StateChip.tsx'

const words = {
  apply: { verb: 'Apply', done: 'The check was applied.' },
  reverse: { verb: 'Take back', done: 'The check was taken back from its policy.' },
  return: { verb: 'Return to sender', done: 'The check is returned to its sender.' },
  bounce: { verb: 'Bounced', done: 'The check is no money any more.' },
} as const
type Action = keyof typeof words

/** What is to be done: with all of the check, or with its parts. */
interface Wish {
  action: Action
  policyNo?: string
  parts?: LockboxPart[]
}

const listed = (parts: LockboxPart[]) =>
  parts.map(({ policyNo, amount }) => `${money(amount)} to ${policyNo}`).join(', ')

/** What will happen, once more, with a note; returned and bounced checks are final. */
function Settle({ item, action, policyNo, parts, onClose }: Wish & { item: LockboxItem; onClose: () => void }) {
  const [note, setNote] = useState('')
  const notify = useNotify()
  const refresh = useRefresh()
  const settle = useMutation({
    mutationFn: (body: LockboxUpdate) => api.call(updateLockboxItem, { body }),
    onSuccess: ({ payload }) => {
      const waits = payload.proposal !== null
      notify(waits ? 'Somebody else has to confirm it now.' : words[action].done, { type: 'success' })
      refresh()
      onClose()
    },
  })
  const { verb } = words[action]
  return (
    <Dialog open onClose={onClose} aria-labelledby="settle-title">
      <DialogTitle id="settle-title">
        {verb} {money(item.amount)}
        {policyNo ? ` to ${policyNo}` : ''}
        {parts ? `: ${listed(parts)}` : ''}?
      </DialogTitle>
      <DialogContent>
        {settle.isError ? <Alert severity="error">{settle.error.message}</Alert> : null}
        {action === 'return' ? <Typography>A returned check is final.</Typography> : null}
        {action === 'reverse' ? <Typography>The bank has the money: it can be applied again.</Typography> : null}
        {action === 'bounce' ? <Typography>The bank took the money back. This is final.</Typography> : null}
        <TextField
          label="Note"
          value={note}
          onChange={(event) => setNote(event.target.value)}
          fullWidth
          margin="normal"
          slotProps={{ htmlInput: { maxLength: 200 } }}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="contained"
          disabled={settle.isPending}
          onClick={() =>
            settle.mutate({
              id: item.id,
              action,
              ...(policyNo && { policyNo }),
              ...(parts && { parts }),
              ...(note.trim() && { note: note.trim() }),
            })
          }
        >
          {verb}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** What a first person wants done with a large check; whoever wants the same as the second one does it (decision 105). */
function Proposal({ proposal, onConfirm }: { proposal: LockboxProposal; onConfirm: (parts: LockboxPart[]) => void }) {
  const { parts, byUserName, isOwn, at } = proposal
  const confirm = isOwn ? undefined : (
    <Button color="inherit" sx={{ whiteSpace: 'nowrap' }} onClick={() => onConfirm(parts)}>
      Confirm
    </Button>
  )
  return (
    <Alert severity="info" action={confirm}>
      {isOwn ? 'You want' : `${byUserName} wants`} to apply {listed(parts)}, since {day(at)}. It is done when somebody
      else confirms it.
    </Alert>
  )
}

function Item() {
  const item = useRecordContext<LockboxItem>()
  const [settling, setSettling] = useState<Wish>()
  const [typed, setTyped] = useState('')
  if (!item) return null
  const isPolicyNo = zPolicyNo.safeParse(typed.trim().toUpperCase()).success
  const waits = item.status === 'open' || item.status === 'reversed'
  return (
    <Stack spacing={2} sx={{ padding: 2 }}>
      <Typography component="h1" variant="h5">
        Check {item.checkNo}: {money(item.amount)} of {item.payer}
      </Typography>
      <Typography>
        Deposited {day(item.depositDate)}, lockbox {item.lockboxNo}, batch {item.batchNo}, item {item.itemNo}.
        Reference: “{item.reference || 'none'}”. Status: <strong>{stateWord(item.status)}</strong>
        {item.parts.length > 0 ? `: ${listed(item.parts)}` : ''}. {item.note}
      </Typography>
      {item.attention ? <Alert severity="warning">{item.attention}</Alert> : null}
      {item.proposal ? (
        <Proposal proposal={item.proposal} onConfirm={(parts) => setSettling({ action: 'apply', parts })} />
      ) : null}
      {waits ? (
        <>
          {item.split.length > 0 ? (
            <Card variant="outlined">
              <CardContent>
                <Typography>The reference names several policies: {listed(item.split)}.</Typography>
                <Button onClick={() => setSettling({ action: 'apply', parts: item.split })}>
                  Apply in these parts
                </Button>
              </CardContent>
            </Card>
          ) : null}
          {item.suggestions.map((suggestion) => (
            <Card key={suggestion.policyNo} variant="outlined">
              <CardContent>
                <Typography>
                  <strong>{suggestion.policyNo}</strong> {suggestion.insuredName}, {money(suggestion.totalDue)} due.{' '}
                  {suggestion.reason}
                </Typography>
                <Button onClick={() => setSettling({ action: 'apply', policyNo: suggestion.policyNo })}>
                  Apply to {suggestion.policyNo}
                </Button>
              </CardContent>
            </Card>
          ))}
          <Stack direction="row" spacing={1} useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
            <TextField
              label="Another policy"
              size="small"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              sx={{ flex: '1 1 12rem', width: 'auto', maxWidth: '24rem' }}
            />
            <Button
              disabled={!isPolicyNo}
              onClick={() => setSettling({ action: 'apply', policyNo: typed.trim().toUpperCase() })}
            >
              Apply
            </Button>
            <Button color="warning" onClick={() => setSettling({ action: 'return' })}>
              Return to sender
            </Button>
          </Stack>
        </>
      ) : null}
      {item.status === 'applied' ? (
        <Button color="warning" sx={{ alignSelf: 'flex-start' }} onClick={() => setSettling({ action: 'reverse' })}>
          Take back
        </Button>
      ) : null}
      {waits || item.status === 'applied' ? (
        <Button color="error" sx={{ alignSelf: 'flex-start' }} onClick={() => setSettling({ action: 'bounce' })}>
          The check bounced
        </Button>
      ) : null}
      {settling ? <Settle item={item} {...settling} onClose={() => setSettling(undefined)} /> : null}
    </Stack>
  )
}

/** One check: where it may belong, and what is done with it. */
export default function LockboxShow() {
  return (
    <Show title="Lockbox check" actions={false}>
      <Item />
    </Show>
  )
}
