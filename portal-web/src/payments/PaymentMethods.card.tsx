import { useQuery } from '@tanstack/react-query'
import type { PaymentMethod, PolicyConfirmation } from '@tideline/sdk'
import { listPaymentMethodsOptions } from '@tideline/sdk/query'
import { isEarthquake } from '@tideline/sdk/words'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { Section } from '@tideline/web-kit/screen/Section.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { Badge } from '@tideline/web-kit/ui/Badge.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { DateText } from '@tideline/web-kit/ui/DateText.tsx'
import { Table } from '@tideline/web-kit/ui/Table.tsx'
import { useState } from 'react'
import type { PolicyCard } from '../base/policy-card.ts'
import { isActionAllowed } from '../base/policy-permissions.ts'
import { useErrorRedirect } from '../base/useErrorRedirect.ts'
import { describeMethodBriefly } from './auto-pay.ts'
import { CardIcon } from './CardIcon.tsx'
import { getCardBrandName } from './card-marks.ts'
import { shouldShowPaymentMethods } from './payment-methods.ts'
import { RemovePaymentMethodDialog } from './RemovePaymentMethodDialog.tsx'

const UpdateMethodDialog = lazyDialog(() => import('./UpdatePaymentMethodDialog.tsx'), 'UpdatePaymentMethodDialog')

/** Card with the policy's saved cards and bank accounts, and the actions for each. */
export function PaymentMethodsCard({ policy }: { policy: PolicyConfirmation }) {
  const { policyNo, productId } = policy
  const methods = useQuery({
    ...listPaymentMethodsOptions({ client: api.client, path: { policyNo } }),
    meta: { errors: 'inline' },
  })
  useErrorRedirect(policyNo, [methods])
  const [isUpdating, setIsUpdating] = useState(false)
  const [removing, setRemoving] = useState<PaymentMethod>()
  // Renders no placeholder for flood policies, which rarely have a saved payment method. A placeholder that disappears
  // would shift the page more than a card that appears.
  if (
    methods.data
      ? !shouldShowPaymentMethods(productId, methods.data.payload)
      : !methods.isError && !isEarthquake(productId)
  )
    return null
  const mayChange = isActionAllowed(policy, 'updatePaymentMethod')
  return (
    <>
      <Section
        title="Payment Methods"
        fold="collapsed"
        summary={({ payload }) => {
          const standard = payload.find((method) => method.default)
          return standard ? describeMethodBriefly(standard.stripePaymentMethod) : 'No default payment method'
        }}
        subject="the payment methods"
        query={methods}
        actions={
          mayChange && (
            <Button variant="secondary" onClick={() => setIsUpdating(true)}>
              Update Payment Method
            </Button>
          )
        }
      >
        {({ payload: rows }) => (
          <>
            {rows.every((method) => !method.default) && (
              <p className="muted">No default payment method set on this policy</p>
            )}
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
                      <CardIcon brand={cardBrand} /> {bankName ?? getCardBrandName(cardBrand)}
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
                { key: 'created', header: 'Created', cell: ({ createdAt }) => <DateText value={createdAt} /> },
                ...(isActionAllowed(policy, 'removePaymentMethod')
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
          </>
        )}
      </Section>
      {isUpdating && methods.data && (
        <UpdateMethodDialog policy={policy} methods={methods.data.payload} onClose={() => setIsUpdating(false)} />
      )}
      {removing && (
        <RemovePaymentMethodDialog policyNo={policyNo} method={removing} onClose={() => setRemoving(undefined)} />
      )}
    </>
  )
}

export const card: PolicyCard = { column: 'main', order: 50, isDeferred: true, PolicyComponent: PaymentMethodsCard }
