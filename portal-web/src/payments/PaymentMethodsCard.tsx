import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PaymentMethod, PolicyConfirmation } from '@tideline/sdk'
import { removePaymentMethod } from '@tideline/sdk/operations'
import { listPaymentMethodsOptions } from '@tideline/sdk/query'
import { messageOf } from '@tideline/web-kit/errors/api-errors.ts'
import { ErrorFace } from '@tideline/web-kit/screen/ErrorFace.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { Badge } from '@tideline/web-kit/ui/Badge.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { ConfirmDialog } from '@tideline/web-kit/ui/ConfirmDialog.tsx'
import { Day } from '@tideline/web-kit/ui/Day.tsx'
import { Table } from '@tideline/web-kit/ui/Table.tsx'
import { toast } from '@tideline/web-kit/ui/toasts.ts'
import { lazy, Suspense, useState } from 'react'
import { mayOf } from '../base/may-of.ts'
import { brandName, CardIcon } from './CardIcon.tsx'
import { showsMethods } from './payment-methods.ts'

const UpdateMethodDialog = lazy(() =>
  import('./UpdateMethodDialog.tsx').then(({ UpdateMethodDialog }) => ({ default: UpdateMethodDialog })),
)

function RemoveDialog({ policyNo, method, onClose }: { policyNo: string; method: PaymentMethod; onClose: () => void }) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () =>
      api.call(removePaymentMethod, { path: { policyNo, stripePaymentMethodId: method.stripePaymentMethodId } }),
    meta: { errors: 'own' },
    onError: (error) =>
      toast({ tone: 'error', title: 'There was an error removing the payment method.', text: messageOf(error) }),
    onSuccess: async () => {
      toast({ tone: 'success', title: 'Payment method was successfully removed!' })
      onClose()
      await queryClient.invalidateQueries()
    },
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Remove Payment Method"
      confirmLabel="Remove"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      <p>Are you sure you want to remove your payment method?</p>
      <p className="muted">Renewals and instalments are billed to you instead of charged.</p>
    </ConfirmDialog>
  )
}

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
      {isUpdating && (
        <Suspense fallback={null}>
          <UpdateMethodDialog policy={policy} methods={rows} onClose={() => setIsUpdating(false)} />
        </Suspense>
      )}
      {removing && <RemoveDialog policyNo={policyNo} method={removing} onClose={() => setRemoving(undefined)} />}
    </Card>
  )
}
