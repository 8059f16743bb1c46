import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField, Typography } from '@mui/material'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { TidelineError } from '@tideline/sdk'
import { getBillingPayment, refundPayment } from '@tideline/sdk/operations'
import { formatInputAmount as asAmount, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { type FormEvent, useId, useState } from 'react'
import { useNotify, usePermissions, useRefresh } from 'react-admin'

interface RefundRequest {
  amount: number
  reason: string
}

/**
 * Returns whether the error means that the refund requires approval by a second person. In this case, the refund has
 * not failed.
 */
const requiresApproval = (problem: unknown): problem is TidelineError =>
  problem instanceof TidelineError && problem.code === 'second_person_needed'

function RefundDialog({ paymentId, most, onClose }: { paymentId: string; most: number; onClose: () => void }) {
  const id = useId()
  const [amount, setAmount] = useState(asAmount(most))
  const [reason, setReason] = useState('')
  const notify = useNotify()
  const refresh = useRefresh()
  const queryClient = useQueryClient()
  const refund = useMutation({
    mutationFn: (body: RefundRequest) => api.call(refundPayment, { path: { paymentId }, body }),
    onSuccess: () => notify('The refund was submitted.', { type: 'success' }),
    onError: (problem) =>
      requiresApproval(problem) && notify(problem.message, { type: 'info', autoHideDuration: 10_000 }),
    onSettled: async (_, problem) => {
      await queryClient.invalidateQueries({ queryKey: ['billingPayment', paymentId] })
      if (problem && !requiresApproval(problem)) return
      refresh()
      onClose()
    },
  })
  const cents = /^\d{1,9}(\.\d{1,2})?$/.test(amount.trim()) ? Number(amount) : 0
  const isReady = cents > 0 && cents <= most && reason.trim() !== '' && !refund.isPending
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) refund.mutate({ amount: cents, reason: reason.trim() })
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={id}>
      <form onSubmit={submit} noValidate>
        <DialogTitle id={id}>Refund this payment?</DialogTitle>
        <DialogContent>
          {refund.isError && !requiresApproval(refund.error) ? (
            <Alert severity="error">{refund.error.message}</Alert>
          ) : null}
          <Typography>
            It is refunded to the original payment method, and the policy owes it again. This cannot be undone. A second
            person must approve large refunds, refunds of earned premium, and refunds while a claim of the term is open
            or paid.
          </Typography>
          <TextField
            label="Amount"
            helperText={`At most ${formatMoney(most)}.`}
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
            slotProps={{ htmlInput: { inputMode: 'decimal' } }}
            required
            fullWidth
            margin="normal"
          />
          <TextField
            label="Reason"
            helperText="It is saved with the refund and in the audit log."
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 200 } }}
            required
            fullWidth
            margin="normal"
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" disabled={!isReady}>
            Refund
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** A button that refunds a payment. Hidden when nothing is refundable. */
export function RefundButton({ paymentId }: { paymentId: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const { permissions = [] } = usePermissions<string[]>()
  const { data } = useQuery({
    queryKey: ['billingPayment', paymentId],
    queryFn: async () => (await api.call(getBillingPayment, { path: { paymentId } })).payload,
  })
  if (!data || data.refundable <= 0 || permissions.includes('readonly')) return null
  return (
    <>
      <Button variant="outlined" onClick={() => setIsAsking(true)} sx={{ alignSelf: 'start' }}>
        Refund
      </Button>
      {isAsking ? (
        <RefundDialog paymentId={paymentId} most={data.refundable} onClose={() => setIsAsking(false)} />
      ) : null}
    </>
  )
}
