import { NoticeDialog } from '@tideline/web-kit/screen/NoticeDialog.tsx'
import { LockboxPanel } from './LockboxPanel.tsx'

/** A dialog with the addresses for sending a check. */
export const CheckAddressDialog = ({ policyNo, onClose }: { policyNo: string; onClose: () => void }) => (
  <NoticeDialog title="Pay by check" okLabel="Close" onClose={onClose}>
    <LockboxPanel policyNo={policyNo} />
  </NoticeDialog>
)
