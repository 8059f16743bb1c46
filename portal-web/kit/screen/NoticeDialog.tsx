import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'

interface NoticeDialogProps {
  title: string
  okLabel?: string
  onClose: () => void
  children: ReactNode
}

/** A dialog with one message and an OK button. */
export function NoticeDialog({ title, okLabel = 'Ok', onClose, children }: NoticeDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      size="small"
      footer={<Button onClick={onClose}>{okLabel}</Button>}
    >
      {children}
    </Dialog>
  )
}
