import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import type { EndorsementKind } from './choice.machine.ts'

export const endorsementKindNames: Record<EndorsementKind, string> = {
  ebo: 'Out of Sequence Endorsement',
  ebm: 'Mandatory Endorsement',
}

const whatFor: Record<EndorsementKind, string> = {
  ebo: 'A missed change that takes effect before one already on the policy.',
  ebm: 'A change we must make, for example by law or to correct an error.',
}

interface EndorsementKindsProps {
  /** The endorsement types that the viewer can create. */
  kinds: readonly EndorsementKind[]
  onChoose: (kind: EndorsementKind) => void
  onCancel: () => void
  onClose: () => void
}

/** The dialog for selecting the type of an internal endorsement. */
export const EndorsementTypeDialog = ({ kinds, onChoose, onCancel, onClose }: EndorsementKindsProps) => (
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
            {endorsementKindNames[kind]} ({kind.toUpperCase()})
          </Button>
          <p className="muted small">{whatFor[kind]}</p>
        </div>
      ))}
    </div>
  </Dialog>
)
