import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'

const keys = [
  { label: 'Search policies', value: <kbd>/</kbd> },
  {
    label: 'Go to policies',
    value: (
      <>
        <kbd>g</kbd> then <kbd>p</kbd>
      </>
    ),
  },
  {
    label: 'Next or previous policy in the list',
    value: (
      <>
        <kbd>j</kbd> or <kbd>k</kbd>
      </>
    ),
  },
  { label: 'Open policy', value: <kbd>Enter</kbd> },
  { label: 'Show these shortcuts', value: <kbd>?</kbd> },
  { label: 'Close a dialog', value: <kbd>Esc</kbd> },
]

/** The list of keyboard shortcuts, opened with `?`. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} size="small" title="Keyboard">
      <DetailList facts={keys} />
    </Dialog>
  )
}
