import { useQueryClient } from '@tanstack/react-query'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { useState } from 'react'
import { ConfirmCodeForm } from '../signing/ConfirmCodeForm.tsx'
import { policyholderText } from './text.ts'

/** Form that gives a limited session access to all policies. Requires a code emailed to the address on file (ACC-6). */
export function ShowAllPoliciesForm({ policyNo }: { policyNo: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const queries = useQueryClient()
  if (!isOpen)
    return (
      <div className="row">
        <Button variant="secondary" onClick={() => setIsOpen(true)}>
          {policyholderText.showAll.button}
        </Button>
      </div>
    )
  return (
    <ConfirmCodeForm
      policyNo={policyNo}
      why={policyholderText.showAll.why}
      onConfirmed={() => void queries.invalidateQueries()}
      onBack={() => setIsOpen(false)}
    />
  )
}
