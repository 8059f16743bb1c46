import { useQueryClient } from '@tanstack/react-query'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { useState } from 'react'
import { ConfirmCode } from '../signing/ConfirmCode.tsx'
import { text } from './text.ts'

/**
 * Lifts the limit of a session that was opened with a link others could have seen. Requires a code emailed to the
 * address on file (ACC-6).
 */
export function ShowAllPolicies({ policyNo }: { policyNo: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const queries = useQueryClient()
  if (!isOpen)
    return (
      <div className="row">
        <Button variant="secondary" onClick={() => setIsOpen(true)}>
          {text.showAll.button}
        </Button>
      </div>
    )
  return (
    <ConfirmCode
      policyNo={policyNo}
      why={text.showAll.why}
      onConfirmed={() => void queries.invalidateQueries()}
      onBack={() => setIsOpen(false)}
    />
  )
}
