import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'

interface NoticeDialogProps {
  title: string
  okLabel?: string
  onClose: () => void
  children: ReactNode
}

/** Says one thing that is read before going on: what became of a request, or the specification's message boxes. */
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
