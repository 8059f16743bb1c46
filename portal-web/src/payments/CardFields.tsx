import { CardCvcElement, CardExpiryElement, CardNumberElement } from '@stripe/react-stripe-js'
import { getRoles } from '@tideline/web-kit/session/roles.ts'
import { readSession } from '@tideline/web-kit/session/session.ts'
import { ForeignField, inputLook } from '@tideline/web-kit/ui/Field.tsx'
import { asked } from '@tideline/web-kit/ui/window-question.ts'
import { useEffect, useState } from 'react'
import './payments.css'

/** Stripe's fields are in a separate page that cannot see our design tokens, so they receive our text color. */
const lookHere = () => ({ style: { base: { fontSize: '16px', color: getComputedStyle(document.body).color } } })

const darkness = asked('(prefers-color-scheme: dark)')

/** Updates the text color when the device switches to dark mode, where it would otherwise be black on black. */
function useLook() {
  const [look, setLook] = useState(lookHere)
  useEffect(() => darkness.subscribe(() => setLook(lookHere())), [])
  return look
}

export type CardProblems = Partial<Record<'number' | 'expiry' | 'cvc', string | undefined>>

interface CardFieldsProps {
  problems: CardProblems
  onProblem: (field: keyof CardProblems, problem: string | undefined) => void
}

/** Stripe's fields for a card. The values go only to Stripe, and errors appear at their field. */
export function CardFields({ problems, onProblem }: CardFieldsProps) {
  const look = useLook()
  const asksCvc = !getRoles(readSession()).has('cvc-optional')
  const problemOn = (field: keyof CardProblems) => (event: { error?: { message: string } | undefined }) =>
    onProblem(field, event.error?.message)
  return (
    <>
      <ForeignField label="Card number" error={problems.number}>
        <CardNumberElement className={`${inputLook} pay-element`} options={look} onChange={problemOn('number')} />
      </ForeignField>
      <div className="pay-card-row">
        <ForeignField label="Expiration date" error={problems.expiry}>
          <CardExpiryElement className={`${inputLook} pay-element`} options={look} onChange={problemOn('expiry')} />
        </ForeignField>
        {asksCvc && (
          <ForeignField label="Security code (CVC)" error={problems.cvc}>
            <CardCvcElement className={`${inputLook} pay-element`} options={look} onChange={problemOn('cvc')} />
          </ForeignField>
        )}
      </div>
    </>
  )
}
