import { Stack } from '@mui/material'
import type { AdminPayment } from '@tideline/sdk'
import { formatDate, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { getPaymentTypeName } from '@tideline/web-kit/labels/labels.ts'
import { Show, useRecordContext } from 'react-admin'
import { Link, useParams } from 'react-router'
import { DescriptionList } from '../kit/records/DescriptionList.tsx'
import { RecordTitle } from '../kit/records/RecordLayout.tsx'
import { StateChip } from '../kit/tables/StateChip.tsx'
import { RefundButton } from './actions/RefundButton.tsx'

function Payment() {
  const payment = useRecordContext<AdminPayment>()
  if (!payment) return null
  const { policyNo, amount } = payment
  return (
    <Stack spacing={2} sx={{ padding: 2, maxWidth: 640 }}>
      <RecordTitle>{`Payment of ${formatMoney(amount)}`}</RecordTitle>
      <DescriptionList
        facts={{
          Policy: <Link to={`/billing/policies/${policyNo}`}>{policyNo}</Link>,
          Insured: payment.insuredName,
          Status: <StateChip state={payment.paymentStatus} />,
          Type: getPaymentTypeName(payment.paymentTypeDescription),
          Created: formatDate(payment.createdAt),
          Check: payment.checkNo || '–',
          Memo: payment.memo || '–',
          Payment: payment.paymentId,
        }}
      />
      {amount > 0 ? <RefundButton paymentId={payment.paymentId} /> : null}
      <a href={`/billing/payments/${payment.id}/receipt/${policyNo}/${payment.policyPaymentId}`}>Receipt</a>
    </Stack>
  )
}

export default function PaymentShow() {
  const { id = '' } = useParams()
  return (
    // Hides react-admin's Edit button because payments cannot be edited.
    <Show title="Payment" id={decodeURIComponent(id)} actions={false}>
      <Payment />
    </Show>
  )
}
