import { paths } from '@tideline/web-kit/paths.ts'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { Link } from 'react-router'
import { policyholderText } from './text.ts'

/** Dialog for an expired link. It has no close button and does not close on Escape or an outside click. */
export function ExpiredLinkDialog() {
  return (
    <Dialog open onOpenChange={() => undefined} dismissable={false} size="small" title={policyholderText.errorTitle}>
      <p>
        The link has expired. Please click <Link to={paths.policyholderGenerate()}>here</Link> to generate a new one.
      </p>
    </Dialog>
  )
}
