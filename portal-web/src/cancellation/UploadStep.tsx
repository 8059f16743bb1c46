import { SingleFileField } from '../documents/SingleFileField.tsx'
import { CancellationDetails } from './CancellationDetails.tsx'
import { validateRequiredDocuments } from './cancel-steps.ts'
import { cancellationText } from './text.ts'
import type { CancelStepProps } from './useCancelWizard.ts'
import { WizardFrame } from './WizardFrame.tsx'

/** The step for uploading the documents that the cancellation requires (CAN-11). */
export function UploadStep({ policy, snapshot, send, onClose }: CancelStepProps & { onClose: () => void }) {
  const { steps, slots, files, status, request } = snapshot.context
  return (
    <WizardFrame
      step="upload"
      steps={steps}
      isSubmitted={status !== undefined}
      isBegun={files.size > 0}
      isBusy={!snapshot.matches({ upload: 'choosing' })}
      busyLabel="Uploading…"
      notYet={validateRequiredDocuments(slots, files)}
      onNext={() => send({ type: 'NEXT' })}
      onSkip={() => send({ type: 'SKIP' })}
      onClose={onClose}
    >
      <p>{cancellationText.upload(status?.reasonName ?? request?.reasonCode ?? '')}</p>
      {slots.map((slot) => (
        <SingleFileField
          key={slot.docTypeId}
          name={slot.name}
          isUploaded={slot.isUploaded}
          file={files.get(slot.docTypeId)}
          onChoose={(file) => send({ type: 'CHOOSE', docTypeId: slot.docTypeId, file })}
        />
      ))}
      {status && <CancellationDetails summary={status} viewer={policy.viewer.kind} />}
    </WizardFrame>
  )
}
