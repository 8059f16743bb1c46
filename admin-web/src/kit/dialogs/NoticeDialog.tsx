import { Button } from '@mui/material'
import type { ReactNode } from 'react'
import { Dialog } from './Dialog.tsx'

interface NoticeDialogProps {
  title: ReactNode
  size?: 'small' | 'medium'
  onClose: () => void
  children: ReactNode
}

/** A dialog that only shows information, with a Close button. */
export const NoticeDialog = ({ onClose, ...dialog }: NoticeDialogProps) => (
  <Dialog {...dialog} onClose={onClose} footer={<Button onClick={onClose}>Close</Button>} />
)
