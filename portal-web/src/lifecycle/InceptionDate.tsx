import type { PolicyConfirmation } from '@tideline/sdk'
import { day } from '@tideline/web-kit/formats/format.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { lazy, Suspense, useState } from 'react'
import { mayOpenInceptionDate } from './inception-date.ts'

const InceptionDateDialog = lazy(() =>
  import('./InceptionDateDialog.tsx').then(({ InceptionDateDialog }) => ({ default: InceptionDateDialog })),
)

/** The inception date, with its edit icon where it may be changed. */
export function InceptionDate({ policy }: { policy: PolicyConfirmation }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      {day(policy.inceptionDate)}{' '}
      {mayOpenInceptionDate(policy) && (
        <Button variant="quiet" aria-label="Change the inception date" onClick={() => setIsOpen(true)}>
          ✎
        </Button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <InceptionDateDialog policy={policy} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
