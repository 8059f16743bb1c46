import { getRoles } from '@tideline/web-kit/session/roles.ts'
import { readSession } from '@tideline/web-kit/session/session.ts'
import { Checkbox } from '@tideline/web-kit/ui/Checkbox.tsx'

/** Asks whether to charge renewals to the same payment method. Hidden from users with the role nopayoptin (PAY-20). */
export function AutoPayOptIn({ value, onValueChange }: { value: boolean; onValueChange: (value: boolean) => void }) {
  if (getRoles(readSession()).has('nopayoptin')) return null
  return (
    <Checkbox
      label="Pay renewals automatically with this method"
      help="You can change or remove it on the policy page at any time."
      checked={value}
      onChange={(event) => onValueChange(event.target.checked)}
    />
  )
}
