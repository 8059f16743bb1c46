import { CardCvcElement, CardExpiryElement, CardNumberElement } from '@stripe/react-stripe-js'
import { rolesOf } from '@tideline/web-kit/session/roles.ts'
import { readSession } from '@tideline/web-kit/session/session.ts'
import { ForeignField, inputLook } from '@tideline/web-kit/ui/Field.tsx'
import { FieldGrid } from '@tideline/web-kit/ui/FieldGrid.tsx'
import { useState } from 'react'
import './payments.css'

const look = { style: { base: { fontSize: '16px', color: '#14212e' } } }

/** Stripe's fields for a card; what is typed in them is Stripe's alone. */
export function CardFields() {
  const [problems, setProblems] = useState<Record<string, string | undefined>>({})
  const asksCvc = !rolesOf(readSession()).has('cvc-optional')
  const problemOn = (field: string) => (event: { error?: { message: string } | undefined }) =>
    setProblems((known) => ({ ...known, [field]: event.error?.message }))
  return (
    <>
      <ForeignField label="Card number" error={problems.number}>
        <CardNumberElement className={`${inputLook} pay-element`} options={look} onChange={problemOn('number')} />
      </ForeignField>
      <FieldGrid>
        <ForeignField label="Expiry date" error={problems.expiry}>
          <CardExpiryElement className={`${inputLook} pay-element`} options={look} onChange={problemOn('expiry')} />
        </ForeignField>
        {asksCvc && (
          <ForeignField label="Security code (CVC)" error={problems.cvc}>
            <CardCvcElement className={`${inputLook} pay-element`} options={look} onChange={problemOn('cvc')} />
          </ForeignField>
        )}
      </FieldGrid>
    </>
  )
}
