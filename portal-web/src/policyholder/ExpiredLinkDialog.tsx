import { paths } from '@tideline/web-kit/paths.ts'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { Link } from 'react-router'
import { policyholderText } from './text.ts'

/** A dialog that cannot be dismissed with a close button, a click outside, or Escape. */
export function ExpiredLinkDialog() {
  return (
    <Dialog open onOpenChange={() => undefined} dismissable={false} size="small" title={policyholderText.errorTitle}>
      <p>
        The link has expired. Please click <Link to={paths.policyholderGenerate()}>here</Link> to generate a new one.
      </p>
    </Dialog>
  )
}
