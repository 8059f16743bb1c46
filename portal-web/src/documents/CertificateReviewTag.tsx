import type { PolicyConfirmation, PolicyDocument } from '@tideline/sdk'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { useState } from 'react'

const CertificateDialog = lazyDialog(() => import('./CertificateDialog.tsx'), 'CertificateDialog')

/** A tag for an elevation certificate that needs a review. Clicking the tag opens the review (DOC-4). */
export function CertificateReviewTag({ policy, document }: { policy: PolicyConfirmation; document: PolicyDocument }) {
  const [isOpen, setIsOpen] = useState(false)
  const [version] = document.versions
  if (!document.reviewTag || !version) return null
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {document.reviewTag}
        <span className="visually-hidden"> {document.docName}</span>
      </Button>
      {isOpen && <CertificateDialog {...{ policy, version }} onClose={() => setIsOpen(false)} />}
    </>
  )
}
