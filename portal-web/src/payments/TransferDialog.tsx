import { useQuery } from '@tanstack/react-query'
import type { PolicyConfirmation, PolicyPayment } from '@tideline/sdk'
import { transferPayment } from '@tideline/sdk/operations'
import { getPolicyTransactionsOptions } from '@tideline/sdk/query'
import { zPolicyNo } from '@tideline/sdk/zod'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import { MaskedField } from '@tideline/web-kit/ui/MaskedField.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useDebouncedValue } from '@tideline/web-kit/ui/useDebouncedValue.ts'
import { useState } from 'react'
import { getTransferErrorText, PaymentError } from './payment-error.ts'
import { validateTransfer } from './transfer-form.ts'

interface TransferDialogProps {
  policy: PolicyConfirmation
  payment: PolicyPayment
  onClose: () => void
}

const lookupDelayMs = 150

/** Looks up the address of the recipient policy after typing stops. Returns undefined if the policy is not found. */
function useRecipientAddress(policyNo: string) {
  const settled = useDebouncedValue(policyNo.trim().toUpperCase(), lookupDelayMs)
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

/** Dialog that transfers money from a payment to another policy, up to the available amount (PAY-13). */
export function TransferDialog({ policy, payment, onClose }: TransferDialogProps) {
  const [amount, setAmount] = useState('')
  const [recipientNo, setRecipientNo] = useState('')
  const recipient = useRecipientAddress(recipientNo)
  const move = useAction(
    async () => {
      const { message } = await api.call(transferPayment, {
        path: { cur: policy.policyNo, next: recipientNo.trim().toUpperCase(), amount: Number(amount) },
        body: { policyPaymentId: payment.policyPaymentId, paymentId: payment.paymentId },
      })
      // A message in this response always means that nothing was transferred.
      if (message) throw new PaymentError(message)
    },
    {
      changes: 'everything',
      successToast: { title: 'Success', text: 'Transfer has been applied successfully!' },
      errorTitle: 'Error',
      formatError: getTransferErrorText,
      onDone: onClose,
    },
  )
  return (
    <FormDialog
      title="Transfer Payment"
      submitLabel="Transfer"
      busyLabel="Transferring…"
      disabledReason={validateTransfer({ recipientNo, amount }, payment.maximumTransfer)}
      isBusy={move.isBusy}
      problem={move.problem}
      onSubmit={() => move.run()}
      onClose={onClose}
    >
      <DetailList
        facts={[
          { label: 'From policy', value: policy.policyNo },
          { label: 'Address', value: policy.address ?? policy.address1 },
          { label: 'Maximum transferable amount', value: formatMoney(payment.maximumTransfer), isNumber: true },
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
      <p className="muted" aria-live="polite">
        {recipient ?? 'The address of the recipient policy appears here.'}
      </p>
    </FormDialog>
  )
}
