import { Button, TextField, Typography } from '@mui/material'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { TidelineError } from '@tideline/sdk'
import { refundPayment } from '@tideline/sdk/operations'
import { getBillingPaymentOptions } from '@tideline/sdk/query'
import { formatInputAmount as asAmount, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { invalidateOperations } from '@tideline/web-kit/screen/action-options.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { useNotify, usePermissions } from 'react-admin'
import { FormDialog } from '../../kit/dialogs/FormDialog.tsx'
import { getPayload } from '../../kit/get-payload.ts'
import { useAction } from '../../kit/useAction.ts'

interface RefundRequest {
  amount: number
  reason: string
}

/** Returns whether the error means that a second person must approve the refund. The refund has not failed then. */
const requiresApproval = (problem: unknown): problem is TidelineError =>
  problem instanceof TidelineError && problem.code === 'requires_second_person'

function RefundDialog({ paymentId, most, onClose }: { paymentId: string; most: number; onClose: () => void }) {
  const [amount, setAmount] = useState(asAmount(most))
  const [reason, setReason] = useState('')
  const notify = useNotify()
  const queryClient = useQueryClient()
  const refund = useAction((body: RefundRequest) => api.call(refundPayment, { path: { paymentId }, body }), {
    changes: 'everything',
    successMessage: 'The refund was submitted.',
    onDone: onClose,
    onFailed: (problem) => {
      if (!requiresApproval(problem)) return void invalidateOperations(queryClient, ['getBillingPayment'])
      notify(problem.message, { type: 'info', autoHideDuration: 10_000 })
      onClose()
      void queryClient.invalidateQueries()
    },
  })
  const dollars = /^\d{1,9}(\.\d{1,2})?$/.test(amount.trim()) ? Number(amount) : 0
  return (
    <FormDialog
      title="Refund this payment?"
      submitLabel={dollars > 0 ? `Refund ${formatMoney(dollars)}` : 'Refund'}
      disabledReason={
        dollars <= 0 || dollars > most
          ? `Enter an amount of at most ${formatMoney(most)}.`
          : reason.trim() === ''
            ? 'Enter a reason.'
            : undefined
      }
      isBusy={refund.isBusy}
      problem={requiresApproval(refund.error) ? undefined : refund.problem}
      onSubmit={() => refund.run({ amount: dollars, reason: reason.trim() })}
      onClose={onClose}
    >
      <Typography>
        It is refunded to the original payment method, and the policy owes it again. This cannot be undone. A second
        person must approve large refunds, refunds of earned premium, and refunds while a claim of the term is open or
        paid.
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
    </FormDialog>
  )
}

/** A button that refunds a payment. Hidden when nothing is refundable. */
export function RefundButton({ paymentId }: { paymentId: string }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const { permissions = [] } = usePermissions<string[]>()
  const { data } = useQuery({
    ...getBillingPaymentOptions({ client: api.client, path: { paymentId } }),
    select: getPayload,
  })
  if (!data || data.refundable <= 0 || permissions.includes('readonly')) return null
  return (
    <>
      <Button variant="outlined" onClick={() => setIsDialogOpen(true)} sx={{ alignSelf: 'start' }}>
        Refund
      </Button>
      {isDialogOpen ? (
        <RefundDialog paymentId={paymentId} most={data.refundable} onClose={() => setIsDialogOpen(false)} />
      ) : null}
    </>
  )
}
