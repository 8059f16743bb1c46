import { useQuery } from '@tanstack/react-query'
import type { AutoPay, PolicyConfirmation } from '@tideline/sdk'
import { listPaymentMethodsOptions } from '@tideline/sdk/query'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { Section } from '@tideline/web-kit/screen/Section.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Badge } from '@tideline/web-kit/ui/Badge.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { DateText } from '@tideline/web-kit/ui/DateText.tsx'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import { useState } from 'react'
import type { PolicyCard } from '../base/policy-card.ts'
import { isActionAllowed } from '../base/policy-permissions.ts'
import {
  canTurnOnAutoPay,
  describeHold,
  describeMethodBriefly,
  describeNextCharge,
  getAutoPayQuery,
  hasIncludedAmounts,
} from './auto-pay.ts'

const TurnOnDialog = lazyDialog(() => import('./TurnOnAutoPayDialog.tsx'), 'TurnOnAutoPayDialog')
const TurnOffDialog = lazyDialog(() => import('./TurnOffAutoPayDialog.tsx'), 'TurnOffAutoPayDialog')

/** The payment method, the next charge, and who turned on auto-pay. */
function AutoPayDetails({ autoPay, consent }: { autoPay: AutoPay; consent: NonNullable<AutoPay['consent']> }) {
  const hold = describeHold(autoPay)
  return (
    <>
      {hold && (
        <Alert tone="warning" title="Auto-pay is on hold">
          {hold}
        </Alert>
      )}
      <DetailList
        facts={[
          {
            label: 'Status',
            value: (
              <Badge tone="success" icon="done">
                On
              </Badge>
            ),
          },
          { label: 'Includes', value: 'Installments and endorsements' },
          { label: 'Payment method', value: describeMethodBriefly(consent.paymentMethod) },
          { label: 'Next charge', value: describeNextCharge(autoPay) },
          {
            label: 'Turned on',
            value: (
              <>
                <DateText value={consent.givenAt} /> by {consent.givenBy}
                {consent.givenByType !== 'policyholder' && ' for the policyholder'}
              </>
            ),
          },
        ]}
      />
    </>
  )
}

/** Card with auto-pay for installments and endorsements, and the actions to turn it on and off (AUT-1). */
export function AutoPayCard({ policy }: { policy: PolicyConfirmation }) {
  const { policyNo } = policy
  const query = useQuery({ ...getAutoPayQuery(policyNo), meta: { errors: 'own' } })
  const mayTurnOn = canTurnOnAutoPay(policy)
  const methods = useQuery({
    ...listPaymentMethodsOptions({ client: api.client, path: { policyNo } }),
    enabled: mayTurnOn,
    meta: { errors: 'own' },
  }).data?.payload
  const [dialog, setDialog] = useState<'on' | 'off'>()
  const close = () => setDialog(undefined)
  const autoPay = query.data?.payload
  const consent = autoPay?.consent
  // Hides the card if nothing could be charged automatically, as for a yearly policy without endorsements.
  if (!consent && !hasIncludedAmounts(policy)) return null
  const isOnHold = consent && autoPay && describeHold(autoPay) !== undefined
  const hasOther = methods?.some(
    ({ stripePaymentMethodId }) => stripePaymentMethodId !== consent?.stripePaymentMethodId,
  )
  return (
    <>
      <Section
        title="Auto-pay"
        // The reason for a hold must not be hidden.
        fold={isOnHold ? undefined : 'collapsed'}
        summary={({ payload }) => (payload.consent ? `Next charge: ${describeNextCharge(payload)}` : 'Off')}
        subject="auto-pay"
        rows={2}
        query={query}
        actions={
          autoPay && (
            <>
              {mayTurnOn && methods && methods.length > 0 && (!consent || hasOther) && (
                <Button variant="secondary" onClick={() => setDialog('on')}>
                  {consent ? 'Change payment method' : 'Turn on auto-pay'}
                </Button>
              )}
              {consent && isActionAllowed(policy, 'removePaymentMethod') && (
                <Button variant="secondary" onClick={() => setDialog('off')}>
                  Turn off auto-pay
                </Button>
              )}
            </>
          )
        }
      >
        {({ payload }) =>
          payload.consent ? (
            <AutoPayDetails autoPay={payload} consent={payload.consent} />
          ) : (
            <>
              <p>Auto-pay is off. Installments and endorsements are not charged automatically.</p>
              {mayTurnOn && methods?.length === 0 && (
                <p className="muted">
                  To turn on auto-pay, first pay by card or bank account. We save that payment method.
                </p>
              )}
            </>
          )
        }
      </Section>
      {dialog === 'on' && autoPay && methods && (
        <TurnOnDialog policy={policy} autoPay={autoPay} methods={methods} onClose={close} />
      )}
      {dialog === 'off' && consent && <TurnOffDialog policyNo={policyNo} consent={consent} onClose={close} />}
    </>
  )
}

export const card: PolicyCard = { column: 'main', order: 45, isDeferred: true, PolicyComponent: AutoPayCard }
