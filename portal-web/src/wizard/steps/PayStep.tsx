import { useQuery } from '@tanstack/react-query'
import type { PolicyConfirmation } from '@tideline/sdk'
import { getPolicyLiensOptions } from '@tideline/sdk/query'
import { capitalize, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { describeDueDate } from '@tideline/web-kit/labels/amount-due.ts'
import { getToday } from '@tideline/web-kit/labels/labels.ts'
import { useOnReconnect } from '@tideline/web-kit/screen/useIsOnline.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { ActionBar } from '@tideline/web-kit/ui/ActionBar.tsx'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { RadioCards } from '@tideline/web-kit/ui/RadioCards.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import { useIsPhoneScreen } from '@tideline/web-kit/ui/useIsPhone.ts'
import { type ReactNode, useCallback, useState } from 'react'
import { getDenialReason, isActionAllowed } from '../../base/policy-permissions.ts'
import { isOverCardLimit } from '../../payments/card-limit.ts'
import { getPaymentAmount, hasAmountChoice } from '../../payments/fee-basis.ts'
import type { PaymentMethodKind } from '../../payments/initial-payment-method.ts'
import { StripeProvider } from '../../payments/StripeProvider.tsx'
import { paymentText } from '../../payments/text.ts'
import type { WizardStepProps } from '../useWizard.ts'
import { getPolicy } from '../wizard.ts'
import { BankPanel } from './BankPanel.tsx'
import { CardPanel } from './CardPanel.tsx'
import { CheckByMailPanel } from './CheckByMailPanel.tsx'
import { CheckPanel } from './CheckPanel.tsx'
import { MortgageePanel } from './MortgageePanel.tsx'
import { PayButtonContainer } from './PayButton.tsx'
import type { PanelProps } from './panel.ts'
import './steps.css'

interface PayStepProps extends WizardStepProps {
  /** Policy summary, shown below the amount. */
  summary: ReactNode
  /** Called when the payer decides to mail a check. The payer then has no step left. */
  onDone: () => void
}

const selectEvents = {
  ach: 'MAKE_ACH_PAYMENT',
  card: 'MAKE_CC_PAYMENT',
  cardMessage: 'MAKE_CC_PAYMENT',
  mortgagee: 'MAKE_MORTGAGEE_PAYMENT',
  lockbox: 'LOCKBOX_INFO',
  applyCheck: 'APPLY_CHECK',
} as const

/** Heights in pixels of the forms for a new bank account and a new card (UI-30). */
const formHeights = { ach: { phone: 736, wide: 452 }, card: { phone: 512, wide: 348 } }

function Panel({ method, ...panel }: PanelProps & { method: PaymentMethodKind }) {
  const { stripeKey } = getPolicy(panel.snapshot.context)
  const size = useIsPhoneScreen() ? 'phone' : 'wide'
  switch (method) {
    case 'ach':
      return (
        <StripeProvider stripeKey={stripeKey} height={formHeights.ach[size]}>
          <BankPanel {...panel} />
        </StripeProvider>
      )
    case 'card':
      return (
        <StripeProvider stripeKey={stripeKey} height={formHeights.card[size]}>
          <CardPanel {...panel} />
        </StripeProvider>
      )
    case 'cardMessage':
      return null
    case 'mortgagee':
      return <MortgageePanel {...panel} />
    case 'lockbox':
      return <CheckByMailPanel {...panel} />
    case 'applyCheck':
      return <CheckPanel {...panel} />
  }
}

type PaymentOption = Exclude<PaymentMethodKind, 'cardMessage'>

/** Formats the due date, for example "Due by 12/16/2026" or "Past due since 12/16/2026". */
const formatDueDate = (policy: PolicyConfirmation) =>
  policy.dueDate ? capitalize(describeDueDate(policy, getToday(new Date()))) : 'Due now'

/** The amount of the payment and its due date, at the top of the step. */
function Amount({ policy, paysAll }: { policy: PolicyConfirmation; paysAll: boolean }) {
  return (
    <div>
      <p className="pay-amount-figure">{formatMoney(getPaymentAmount(policy, paysAll))}</p>
      <p className="muted">
        {formatDueDate(policy)} · Policy {policy.policyNo}
      </p>
    </div>
  )
}

interface AmountChoiceProps {
  policy: PolicyConfirmation
  paysAll: boolean
  onChoose: (paysAll: boolean) => void
  /** The reason why the amount cannot be changed now. */
  locked: string | undefined
}

/** Lets the payer choose between the payable amount and everything that is owed (BIL-13). */
function AmountChoice({ policy, paysAll, onChoose, locked }: AmountChoiceProps) {
  if (!hasAmountChoice(policy)) return null
  const option = (value: 'due' | 'all', label: string, description: string) => ({
    value,
    label: `${label}: ${formatMoney(getPaymentAmount(policy, value === 'all'))}`,
    description,
    disabledReason: (value === 'all') === paysAll ? undefined : locked,
  })
  return (
    <RadioCards
      legend={paymentText.pay.amount}
      name="paymentAmount"
      value={paysAll ? 'all' : 'due'}
      onValueChange={(value) => onChoose(value === 'all')}
      options={[
        option('due', policy.currentlyDue > 0 ? paymentText.pay.dueNow : paymentText.pay.next, formatDueDate(policy)),
        option('all', paymentText.pay.all, paymentText.pay.allDescription),
      ]}
    />
  )
}

/** Payment step: the amount due, then the payment methods. The selected method shows its fields. */
export function PayStep({ snapshot, send, summary, onDone }: PayStepProps) {
  const { context } = snapshot
  const policy = getPolicy(context)
  const [bar, setBar] = useState<HTMLElement | null>(null)
  const method = context.method ?? 'ach'
  const shown: PaymentOption = method === 'cardMessage' ? 'card' : method
  // Methods that were opened. They stay mounted while hidden, so that their input is kept.
  const [opened, setOpened] = useState<ReadonlySet<PaymentOption>>(new Set())
  if (context.method && !opened.has(shown)) setOpened(new Set([...opened, shown]))

  const liens = useQuery({
    ...getPolicyLiensOptions({ client: api.client, path: { policyNo: policy.policyNo } }),
    // The error is shown in the lender's panel instead.
    meta: { errors: 'own' },
  })
  const isOutcomeUnknown = snapshot.matches({ payments: { charging: 'outcome_unknown' } })
  const retry = useCallback(() => send({ type: 'RETRY' }), [send])
  // Retries automatically when the device is online again. The idempotency key stays the same, so the retry cannot
  // charge twice.
  useOnReconnect(isOutcomeUnknown ? retry : undefined)

  const renderBesideAmount = (face: ReactNode) => (
    <div className="pay-layout">
      <div className="pay-sum">
        <Amount policy={policy} paysAll={context.paysAll} />
        {summary}
      </div>
      <div className="stack">
        <h2 className="wizard-title">{paymentText.pay.title}</h2>
        {face}
      </div>
    </div>
  )
  if (snapshot.matches({ payments: 'fetch_payment_methods' }) || liens.isLoading)
    return renderBesideAmount(<Skeleton height={320} label="Loading payment methods" />)
  if (snapshot.matches({ payments: { loaded: 'already_paid' } }))
    return renderBesideAmount(
      <>
        <Alert tone="success">{paymentText.pay.alreadyPaid}</Alert>
        <ActionBar>
          <Button onClick={() => send({ type: 'SHOW_STEP', step: 'complete' })}>See next step</Button>
        </ActionBar>
      </>,
    )
  if (snapshot.matches({ payments: { loaded: 'bank_payment_processing' } }))
    return renderBesideAmount(
      <>
        <Alert tone="info" title={`Your bank payment of ${formatMoney(policy.processingAmount)} is processing`}>
          It can take up to 4 business days. We’ll email you when it clears or if your bank declines it.
        </Alert>
        <ActionBar>
          <Button onClick={onDone}>{policy.viewer.kind === 'insured' ? 'View my policy' : 'View Policy'}</Button>
        </ActionBar>
      </>,
    )
  // Keeps the form and its input after a failed attempt. After a reload, no form exists yet.
  const isCheckingCard = snapshot.matches({ payments: { loaded: 'checking_card_payment' } })
  if (isCheckingCard && !context.problem)
    return renderBesideAmount(
      <div className="stack" role="status">
        <p>Checking whether your card payment went through. Please wait a moment.</p>
        <Skeleton height={240} label="Checking your card payment" />
      </div>,
    )

  const isBusy = isCheckingCard || (snapshot.matches({ payments: 'charging' }) && !isOutcomeUnknown)
  const isUnfinished = context.problem === paymentText.pay.unfinished
  const locked = isBusy || isOutcomeUnknown ? 'Please wait until this payment is done.' : undefined
  const exceedsCardLimit = isOverCardLimit(policy)
  // Shows the lender option if the lender is already billed or is the initial method (POL-11), even if the lenders
  // could not be loaded.
  const hasLender = shown === 'mortgagee' || policy.isBilledToLender || liens.data?.payload.length !== 0
  const options: { value: PaymentOption; label: string; description: string; disabledReason?: string | undefined }[] = [
    { value: 'ach', label: 'Bank account', description: 'No fee. Takes up to 4 business days.' },
    {
      value: 'card',
      label: 'Credit card',
      description: 'Instant. Card fee applies; you’ll see it before you pay.',
      disabledReason: exceedsCardLimit ? paymentText.pay.cardOverLimit : undefined,
    },
    ...(hasLender
      ? [
          {
            value: 'mortgagee' as const,
            label: paymentText.pay.lender[policy.viewer.kind === 'insured' ? 'insured' : 'others'],
            description: policy.isBilledToLender ? 'Already billed.' : 'We bill the lender.',
          },
        ]
      : []),
    { value: 'lockbox', label: 'Check by mail', description: 'See where to send it.' },
  ]
  if (isActionAllowed(policy, 'applyCheck'))
    options.push({ value: 'applyCheck', label: 'Apply check', description: 'Record a check you received.' })
  const panel = { snapshot, send, isBusy, onDone, payReason: getDenialReason(policy, 'pay') }
  return renderBesideAmount(
    <PayButtonContainer value={bar}>
      <p className="pay-lead">{paymentText.pay.lead}</p>
      {isUnfinished && <Alert tone="warning">{paymentText.pay.unfinished}</Alert>}
      <AmountChoice
        policy={policy}
        paysAll={context.paysAll}
        onChoose={(paysAll) => send({ type: 'CHOOSE_AMOUNT', paysAll })}
        locked={locked}
      />
      <RadioCards
        legend="Method of payment"
        isLegendHidden
        name="paymentMethod"
        value={shown}
        onValueChange={(value) => send({ type: selectEvents[value] })}
        options={options.map((option) => ({
          ...option,
          disabledReason: option.disabledReason ?? (option.value === shown ? undefined : locked),
          isOpen: option.value === shown,
          panel: opened.has(option.value) && (
            <Panel
              method={option.value}
              isOpen={option.value === shown && method !== 'cardMessage'}
              problem={option.value === shown && !isUnfinished ? context.problem : undefined}
              {...panel}
            />
          ),
        }))}
      />
      <ActionBar floats ref={setBar} />
    </PayButtonContainer>,
  )
}
