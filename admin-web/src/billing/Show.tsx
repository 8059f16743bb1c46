import type { AdminPayment } from '@tideline/sdk'
import { formatDate, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { getPaymentTypeName } from '@tideline/web-kit/labels/labels.ts'
import { Show, useRecordContext } from 'react-admin'
import { Link, useParams } from 'react-router'
import { DescriptionList } from '../kit/records/DescriptionList.tsx'
import { RecordLayout } from '../kit/records/RecordLayout.tsx'
import { StateChip } from '../kit/tables/StateChip.tsx'
import { RefundButton } from './actions/RefundButton.tsx'

function Payment() {
  const payment = useRecordContext<AdminPayment>()
  if (!payment) return null
  const { policyNo, amount } = payment
  return (
    <RecordLayout
      title={`Payment of ${formatMoney(amount)}`}
      status={<StateChip state={payment.paymentStatus} />}
      actions={amount > 0 ? <RefundButton paymentId={payment.paymentId} /> : undefined}
      activity={{ policyNo }}
    >
      <DescriptionList
        facts={{
          Policy: <Link to={`/billing/policies/${policyNo}`}>{policyNo}</Link>,
          Insured: payment.insuredName,
          Type: getPaymentTypeName(payment.paymentTypeDescription),
          Created: formatDate(payment.createdAt),
          Check: payment.checkNo || '–',
          Memo: payment.memo || '–',
          Payment: payment.paymentId,
        }}
      />
      <a href={`/billing/payments/${payment.id}/receipt/${policyNo}/${payment.policyPaymentId}`}>Receipt</a>
    </RecordLayout>
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
