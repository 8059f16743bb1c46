import type { PolicyConfirmation } from '@tideline/sdk'
import { formatDate } from '@tideline/web-kit/formats/format.ts'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { IconButton } from '@tideline/web-kit/ui/IconButton.tsx'
import { useState } from 'react'
import { canEditInceptionDate } from './inception-date.ts'

const InceptionDateDialog = lazyDialog(() => import('./InceptionDateDialog.tsx'), 'InceptionDateDialog')

/** The inception date with an edit icon. The icon is hidden if the date cannot be changed. */
export function InceptionDate({ policy }: { policy: PolicyConfirmation }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      {formatDate(policy.inceptionDate)}{' '}
      {canEditInceptionDate(policy) && (
        <IconButton label="Change the inception date" icon="edit" onClick={() => setIsOpen(true)} />
      )}
      {isOpen && <InceptionDateDialog policy={policy} onClose={() => setIsOpen(false)} />}
    </>
  )
}
