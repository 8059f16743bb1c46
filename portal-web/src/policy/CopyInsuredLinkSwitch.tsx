import type { PolicyConfirmation } from '@tideline/sdk'
import { getPolicyLink } from '@tideline/sdk/operations'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Checkbox } from '@tideline/web-kit/ui/Checkbox.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useState } from 'react'
import { getSignatureState } from './policy-tasks.ts'

/**
 * Copies and shows a link for the insured. The link opens signing if the insured's signature is missing, otherwise the
 * policy.
 */
export function CopyInsuredLinkSwitch({ policy }: { policy: PolicyConfirmation }) {
  const [isOn, setIsOn] = useState(false)
  const copy = useAction(
    async () => {
      const query = { isBind: getSignatureState(policy, 2) === 'missing', forInsured: true }
      const { payload } = await api.call(getPolicyLink, { path: { policyNo: policy.policyNo }, query })
      await navigator.clipboard.writeText(payload.link)
      return payload.link
    },
    { changes: [], successToast: 'copied url to clipboard' },
  )
  return (
    <>
      <Checkbox
        label="Copy the insured's link"
        role="switch"
        checked={isOn}
        onChange={({ target }) => {
          setIsOn(target.checked)
          if (target.checked) copy.run()
        }}
      />
      {isOn && copy.result && <TextField label="Insured's link" readOnly value={copy.result} />}
      {isOn && copy.problem && <Alert tone="error">{copy.problem.text}</Alert>}
    </>
  )
}
