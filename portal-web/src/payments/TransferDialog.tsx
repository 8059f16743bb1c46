import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PolicyConfirmation, PolicyPayment } from '@tideline/sdk'
import { transferPayment } from '@tideline/sdk/operations'
import { getPolicyTransactionsOptions } from '@tideline/sdk/query'
import { zPolicyNo } from '@tideline/sdk/zod'
import { messageOf } from '@tideline/web-kit/errors/api-errors.ts'
import { money } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { Facts } from '@tideline/web-kit/ui/Facts.tsx'
import { MaskedField } from '@tideline/web-kit/ui/MaskedField.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { toast } from '@tideline/web-kit/ui/toasts.ts'
import { useDebounced } from '@tideline/web-kit/ui/useDebounced.ts'
import { useId, useState } from 'react'

interface TransferDialogProps {
  policy: PolicyConfirmation
  payment: PolicyPayment
  onClose: () => void
}

const lookupDelayMs = 150

/** Where the money would go: looked up once typing has stopped; what is not found is no recipient, without a word. */
function useRecipient(policyNo: string) {
  const settled = useDebounced(policyNo.trim().toUpperCase(), lookupDelayMs)
  const isNumber = zPolicyNo.safeParse(settled).success
  const found = useQuery({
    ...getPolicyTransactionsOptions({ client: api.client, path: { policyNo: settled } }),
    enabled: isNumber,
    retry: false,
    meta: { errors: 'own' },
  })
  const first = isNumber ? found.data?.payload[0] : undefined
  return first && `${first.addr1}, ${first.city}, ${first.state} ${first.zip}`
}

/** Moves money of a payment to another policy, up to what there is (spec 1 §4 and §5). */
export function TransferDialog({ policy, payment, onClose }: TransferDialogProps) {
  const formId = useId()
  const [amount, setAmount] = useState('')
  const [recipientNo, setRecipientNo] = useState('')
  const recipient = useRecipient(recipientNo)
  const queryClient = useQueryClient()
  const dollars = Number(amount)
  const move = useMutation({
    mutationFn: () =>
      api.call(transferPayment, {
        path: { cur: policy.policyNo, next: recipientNo.trim().toUpperCase(), amount: dollars },
        body: { policyPaymentId: payment.policyPaymentId, paymentId: payment.paymentId },
      }),
    meta: { errors: 'own' },
    onError: (error) => toast({ tone: 'error', title: 'Error', text: messageOf(error) }),
    onSuccess: async ({ message }) => {
      if (message) return toast({ tone: 'error', title: 'Error', text: message })
      toast({ tone: 'success', title: 'Success', text: 'Transfer has been applied successfully!' })
      setAmount('')
      setRecipientNo('')
      onClose()
      await queryClient.invalidateQueries()
    },
  })
  const reason =
    (!recipientNo.trim() && 'Enter the recipient policy number.') ||
    (!(dollars > 0) && 'Enter an amount above 0.') ||
    (dollars > payment.maximumTransfer && `At most ${money(payment.maximumTransfer)} can be transferred.`) ||
    undefined
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Transfer Payment"
      dismissable={!move.isPending}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={move.isPending} busyLabel="Transferring…" disabledReason={reason}>
            Transfer
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!reason && !move.isPending) move.mutate()
        }}
      >
        <Facts
          facts={[
            { label: 'From policy', value: policy.policyNo },
            { label: 'Address', value: policy.address ?? policy.address1 },
            { label: 'Maximum transferable amount', value: money(payment.maximumTransfer), isNumber: true },
          ]}
        />
        <MaskedField label="Amount" mask="money" value={amount} onValueChange={setAmount} />
        <TextField
          label="Recipient policy number"
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={13}
          value={recipientNo}
          onChange={(event) => setRecipientNo(event.target.value)}
        />
        {move.isError && <Alert tone="error">{messageOf(move.error)}</Alert>}
        <p className="muted" aria-live="polite">
          {recipient ?? 'The address of the recipient policy shows here.'}
        </p>
      </form>
    </Dialog>
  )
}
