import { useQuery } from '@tanstack/react-query'
import { getReceiptOptions } from '@tideline/sdk/query'
import { formatDate, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { getPaymentTypeName } from '@tideline/web-kit/labels/labels.ts'
import { usePolicyPagePaths } from '@tideline/web-kit/screen/policy-page-paths.ts'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Button, ButtonLink } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import { useParams } from 'react-router'
import { useSetCurrentProduct } from '../base/current-product.ts'
import { useOpenFile } from '../base/useOpenFile.ts'

/** Renders the receipt page for the payment in the URL. */
export function ReceiptPage() {
  const { policyNo = '', policyPaymentId = '' } = useParams()
  return <Receipt {...{ policyNo, policyPaymentId }} />
}

/** Receipt for one payment. */
export function Receipt({ policyNo, policyPaymentId }: { policyNo: string; policyPaymentId: string }) {
  usePageTitle('Receipt')
  const places = usePolicyPagePaths()
  const file = useOpenFile()
  const receipt = useQuery({
    ...getReceiptOptions({ client: api.client, path: { policyNo, policyPaymentId } }),
    meta: { errors: 'inline' },
  })
  const paid = receipt.data?.payload
  useSetCurrentProduct(paid?.productId)
  return (
    <div className="narrow stack">
      <h1>Receipt</h1>
      <Card>
        <QueryState query={receipt} lines={8} label="Loading the receipt" problem="The receipt could not be loaded" />
        {paid && (
          <DetailList
            facts={[
              { label: 'Receipt', value: paid.receiptNo },
              { label: 'Policy Number', value: paid.policyNo },
              { label: 'Insured', value: paid.insuredName },
              { label: 'Address', value: paid.address },
              { label: 'Date', value: formatDate(paid.createdAt) },
              { label: 'Paid by', value: paid.payerName },
              { label: 'Payment Type', value: getPaymentTypeName(paid.paymentTypeDescription) },
              { label: 'Check Number', value: paid.checkNo },
              { label: 'Amount', value: formatMoney(paid.amount), isNumber: true },
              { label: 'Card fee', value: paid.feeAmount ? formatMoney(paid.feeAmount) : undefined, isNumber: true },
              { label: 'Total', value: formatMoney(paid.total), isNumber: true, isTotal: true },
              { label: 'Balance Due', value: formatMoney(paid.balanceAfter), isNumber: true },
            ]}
          />
        )}
      </Card>
      <div className="row">
        <Button
          busy={file.isPending}
          busyLabel="Opening…"
          onClick={() => file.open({ receiptOf: policyPaymentId, policyNo })}
        >
          Open as PDF
        </Button>
        <ButtonLink variant="secondary" to={places.policy(policyNo)}>
          Back to the policy
        </ButtonLink>
      </div>
    </div>
  )
}
