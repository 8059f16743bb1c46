import { CardCvcElement, CardExpiryElement, CardNumberElement } from '@stripe/react-stripe-js'
import { getRoles } from '@tideline/web-kit/session/roles.ts'
import { readSession } from '@tideline/web-kit/session/session.ts'
import { inputClassName, ThirdPartyField } from '@tideline/web-kit/ui/Field.tsx'
import { createMediaQuery } from '@tideline/web-kit/ui/media-query.ts'
import { useEffect, useState } from 'react'
import './payments.css'

/** Returns the text style for Stripe's fields. They are in an iframe that cannot read our design tokens. */
const getFieldStyle = () => ({ style: { base: { fontSize: '16px', color: getComputedStyle(document.body).color } } })

const darkModeQuery = createMediaQuery('(prefers-color-scheme: dark)')

/**
 * Returns the style for Stripe's fields, updated when the device switches to dark mode. Without the update, the text
 * would be black on black.
 */
function useFieldStyle() {
  const [look, setLook] = useState(getFieldStyle)
  useEffect(() => darkModeQuery.subscribe(() => setLook(getFieldStyle())), [])
  return look
}

export type CardFieldProblems = Partial<Record<'number' | 'expiry' | 'cvc', string | undefined>>

interface CardFieldsProps {
  problems: CardFieldProblems
  onProblem: (field: keyof CardFieldProblems, problem: string | undefined) => void
}

/** Stripe's fields for a card. Card data is sent only to Stripe, and each error appears at its field. */
export function CardFields({ problems, onProblem }: CardFieldsProps) {
  const look = useFieldStyle()
  const requiresCvc = !getRoles(readSession()).has('cvc-optional')
  const problemOn = (field: keyof CardFieldProblems) => (event: { error?: { message: string } | undefined }) =>
    onProblem(field, event.error?.message)
  return (
    <>
      <ThirdPartyField label="Card number" error={problems.number}>
        <CardNumberElement className={`${inputClassName} pay-element`} options={look} onChange={problemOn('number')} />
      </ThirdPartyField>
      <div className="pay-card-row">
        <ThirdPartyField label="Expiration date" error={problems.expiry}>
          <CardExpiryElement
            className={`${inputClassName} pay-element`}
            options={look}
            onChange={problemOn('expiry')}
          />
        </ThirdPartyField>
        {requiresCvc && (
          <ThirdPartyField label="Security code (CVC)" error={problems.cvc}>
            <CardCvcElement className={`${inputClassName} pay-element`} options={look} onChange={problemOn('cvc')} />
          </ThirdPartyField>
        )}
      </div>
    </>
  )
}
