import { useQuery } from '@tanstack/react-query'
import type { PaymentMethod, PolicyConfirmation } from '@tideline/sdk'
import { listPaymentMethodsOptions } from '@tideline/sdk/query'
import { ErrorFace } from '@tideline/web-kit/screen/ErrorFace.tsx'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { Badge } from '@tideline/web-kit/ui/Badge.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { Day } from '@tideline/web-kit/ui/Day.tsx'
import { Table } from '@tideline/web-kit/ui/Table.tsx'
import { useState } from 'react'
import { mayOf } from '../base/may-of.ts'
import { brandName, CardIcon } from './CardIcon.tsx'
import { showsMethods } from './payment-methods.ts'
import { RemoveMethodDialog } from './RemoveMethodDialog.tsx'

const UpdateMethodDialog = lazyDialog(() => import('./UpdateMethodDialog.tsx'), 'UpdateMethodDialog')

/** The cards and bank accounts that are kept for the policy, and what can be done with them. */
export function PaymentMethodsCard({ policy }: { policy: PolicyConfirmation }) {
  const { policyNo, productId } = policy
  const methods = useQuery({
    ...listPaymentMethodsOptions({ client: api.client, path: { policyNo } }),
    meta: { errors: 'face' },
  })
  const [isUpdating, setIsUpdating] = useState(false)
  const [removing, setRemoving] = useState<PaymentMethod>()
  if (methods.isError)
    return (
      <Card title="Payment Methods">
        <ErrorFace
          title="The payment methods could not be loaded"
          error={methods.error}
          onRetry={() => void methods.refetch()}
        />
      </Card>
    )
  const rows = methods.data?.payload ?? []
  if (!showsMethods(productId, rows)) return null
  const mayChange = mayOf(policy, 'updatePaymentMethod')
  return (
    <Card
      title="Payment Methods"
      actions={
        mayChange && (
          <Button variant="secondary" onClick={() => setIsUpdating(true)}>
            Update Payment Method
          </Button>
        )
      }
    >
      {rows.every((method) => !method.default) && <p className="muted">No default payment method set on this policy</p>}
      <Table
        caption="Payment methods"
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'brand',
            header: 'Brand',
            cell: ({ stripePaymentMethod: { cardBrand, bankName } }) => (
              <span className="row">
                <CardIcon brand={cardBrand} /> {bankName ?? brandName(cardBrand)}
              </span>
            ),
          },
          {
            key: 'lastFour',
            header: 'Last Four',
            isRowHeader: true,
            cell: ({ stripePaymentMethod: { lastFourDigits } }) => `Ending in ${lastFourDigits}`,
          },
          {
            key: 'expiration',
            header: 'Expiration',
            cell: ({ stripePaymentMethod: { expiration } }) => (expiration ? `Expires ${expiration}` : '--'),
          },
          {
            key: 'default',
            header: 'Default',
            cell: (method) =>
              method.default ? (
                <Badge tone="accent" icon="done">
                  Default
                </Badge>
              ) : (
                '–'
              ),
          },
          { key: 'created', header: 'Created', cell: ({ createdAt }) => <Day value={createdAt} /> },
          ...(mayOf(policy, 'removePaymentMethod')
            ? [
                {
                  key: 'remove',
                  header: <span className="visually-hidden">Remove</span>,
                  cell: (method: PaymentMethod) => (
                    <Button variant="quiet" onClick={() => setRemoving(method)}>
                      Remove
                      <span className="visually-hidden">
                        {' '}
                        the one {`ending in ${method.stripePaymentMethod.lastFourDigits}`}
                      </span>
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      {isUpdating && <UpdateMethodDialog policy={policy} methods={rows} onClose={() => setIsUpdating(false)} />}
      {removing && <RemoveMethodDialog policyNo={policyNo} method={removing} onClose={() => setRemoving(undefined)} />}
    </Card>
  )
}
