import { OneFile } from '../documents/OneFile.tsx'
import { CancellationSummary } from './CancellationSummary.tsx'
import { slotProblem } from './steps.ts'
import { text } from './text.ts'
import type { CancelStepProps } from './useCancelWizard.ts'
import { WizardFrame } from './WizardFrame.tsx'

/** Uploads the required documents of the cancellation (CAN-11). */
export function UploadStep({ policy, snapshot, send, onClose }: CancelStepProps & { onClose: () => void }) {
  const { steps, slots, files, status, wish } = snapshot.context
  return (
    <WizardFrame
      step="upload"
      steps={steps}
      isAsked={status !== undefined}
      isBegun={files.size > 0}
      isBusy={!snapshot.matches({ upload: 'choosing' })}
      busyLabel="Uploading…"
      notYet={slotProblem(slots, files)}
      onNext={() => send({ type: 'NEXT' })}
      onSkip={() => send({ type: 'SKIP' })}
      onClose={onClose}
    >
      <p>{text.upload(status?.reasonName ?? wish?.reasonCode ?? '')}</p>
      {slots.map((slot) => (
        <OneFile
          key={slot.docTypeId}
          name={slot.name}
          isUploaded={slot.isUploaded}
          file={files.get(slot.docTypeId)}
          onChoose={(file) => send({ type: 'CHOOSE', docTypeId: slot.docTypeId, file })}
        />
      ))}
      {status && <CancellationSummary status={status} viewer={policy.viewer.kind} />}
    </WizardFrame>
  )
}
