import { CardCvcElement, CardExpiryElement, CardNumberElement } from '@stripe/react-stripe-js'
import { rolesOf } from '@tideline/web-kit/session/roles.ts'
import { readSession } from '@tideline/web-kit/session/session.ts'
import { type ReactNode, useId, useState } from 'react'
import './payments.css'

const look = { style: { base: { fontSize: '16px', color: '#14212e' } } }

/** Stripe draws the input itself; this is its label and box. */
function StripeField({
  label,
  problem,
  children,
}: {
  label: string
  problem: string | undefined
  children: ReactNode
}) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a group of inputs; this is one
    <div className="field" role="group" aria-labelledby={id} data-invalid={problem ? '' : undefined}>
      <span className="field-label" id={id}>
        {label}
      </span>
      {children}
      {problem && (
        <p className="field-error" role="alert">
          <span aria-hidden="true">⚠ </span>
          {problem}
        </p>
      )}
    </div>
  )
}

/** Stripe's fields for a card; what is typed in them is Stripe's alone. */
export function CardFields() {
  const [problems, setProblems] = useState<Record<string, string | undefined>>({})
  const asksCvc = !rolesOf(readSession()).has('cvc-optional')
  const problemOn = (field: string) => (event: { error?: { message: string } | undefined }) =>
    setProblems((known) => ({ ...known, [field]: event.error?.message }))
  return (
    <>
      <StripeField label="Card number" problem={problems.number}>
        <CardNumberElement className="input pay-element" options={look} onChange={problemOn('number')} />
      </StripeField>
      <div className="pay-grid">
        <StripeField label="Expiry date" problem={problems.expiry}>
          <CardExpiryElement className="input pay-element" options={look} onChange={problemOn('expiry')} />
        </StripeField>
        {asksCvc && (
          <StripeField label="Security code (CVC)" problem={problems.cvc}>
            <CardCvcElement className="input pay-element" options={look} onChange={problemOn('cvc')} />
          </StripeField>
        )}
      </div>
    </>
  )
}
