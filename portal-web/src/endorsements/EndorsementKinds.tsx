import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import type { Kind } from './choice.machine.ts'

export const kindNames: Record<Kind, string> = { ebo: 'Out of Sequence Endorsement', ebm: 'Mandatory Endorsement' }

const whatFor: Record<Kind, string> = {
  ebo: 'A change that was forgotten: it takes effect before one that the policy has already.',
  ebm: 'A change that the house has to make, for instance by law or to correct a mistake.',
}

interface EndorsementKindsProps {
  /** Those that the viewer may make of this policy. */
  kinds: readonly Kind[]
  onChoose: (kind: Kind) => void
  onCancel: () => void
  onClose: () => void
}

/** Which internal endorsement it shall be. */
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
        <div key={kind} className="stack-tight">
          <Button variant="secondary" block onClick={() => onChoose(kind)}>
            {kindNames[kind]} ({kind.toUpperCase()})
          </Button>
          <p className="muted small">{whatFor[kind]}</p>
        </div>
      ))}
    </div>
  </Dialog>
)
