import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import type { Kind } from './choice.machine.ts'

export const kindNames: Record<Kind, string> = { ebo: 'Out of Sequence Endorsement', ebm: 'Mandatory Endorsement' }

interface EndorsementKindsProps {
  /** Those that the viewer may make of this policy. */
  kinds: readonly Kind[]
  onChoose: (kind: Kind) => void
  onCancel: () => void
  onClose: () => void
}

/** Which internal endorsement it shall be (spec 2 §4). */
export const EndorsementKinds = ({ kinds, onChoose, onCancel, onClose }: EndorsementKindsProps) => (
  <Dialog
    open
    onOpenChange={onClose}
    title="Internal Endorse"
    size="small"
    footer={
      <Button variant="secondary" onClick={onCancel}>
        Cancel
      </Button>
    }
  >
    <div className="stack">
      {kinds.map((kind) => (
        <Button key={kind} variant="secondary" block onClick={() => onChoose(kind)}>
          {kind.toUpperCase()}: {kindNames[kind]}
        </Button>
      ))}
    </div>
  </Dialog>
)
