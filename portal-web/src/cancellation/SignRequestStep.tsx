import { getErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import { useState } from 'react'
import { ConsentCard } from '../signing/ConsentCard.tsx'
import { DeclineDialog } from '../signing/DeclineDialog.tsx'
import { insertSignature } from '../signing/place-signatures.ts'
import { SigningScreen } from '../signing/SigningScreen.tsx'
import { getSignerName } from '../signing/signer-name.ts'
import { recordEventInBackground } from '../signing/signing-requests.ts'
import { signingText } from '../signing/text.ts'
import { useIsWideScreen } from '../signing/useIsWideScreen.ts'
import { CancellationDetails } from './CancellationDetails.tsx'
import { cancellationText } from './text.ts'
import type { CancelStepProps } from './useCancelWizard.ts'
import { WizardFrame } from './WizardFrame.tsx'

const signText = signingText.sign

/** The step in which the required signers sign the request. Its last button completes the wizard (CAN-9, CAN-11). */
export function SignRequestStep({ policy, snapshot, send, onClose }: CancelStepProps & { onClose: () => void }) {
  const { steps, status, toSign, signatures, failures, error, party } = snapshot.context
  const isWide = useIsWideScreen()
  const [isDeclining, setIsDeclining] = useState(false)
  const [declineReason, setDeclineReason] = useState('')
  const isAt = (state: Parameters<typeof getState>[0]) => snapshot.matches(getState(state))
  const isSigning = isAt('signing')
  const problem = error === undefined ? undefined : getErrorMessage(error)
  const standing = status && <CancellationDetails summary={status} viewer={policy.viewer.kind} />
  return (
    <WizardFrame
      step="sign"
      steps={steps}
      isSubmitted={status !== undefined}
      isBusy={isAt('posting') || isAt('reloading')}
      busyLabel="Submitting…"
      notYet={isAt('ready') || isAt('posting') || isAt('reloading') ? undefined : 'Sign the request first.'}
      isWide={isSigning}
      onNext={() => send({ type: 'NEXT' })}
      onSkip={() => send({ type: 'SKIP' })}
      onClose={onClose}
    >
      {party !== null && toSign && (
        <p>
          {signText.cancellation.lead} <strong>{signText.signingAs[party]}</strong>
        </p>
      )}
      {failures.length > 0 && (
        <Alert tone="warning" title="Not everything was uploaded">
          <ul>
            {failures.map(({ file, text: why }) => (
              <li key={file}>
                {file}: {why}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {isAt('fetching') && <Skeleton height={240} label="Loading the request" />}
      {isAt('fetch_failed') && (
        <Alert tone="error" title="The request could not be loaded">
          <p>{problem}</p>
          <Button variant="secondary" onClick={() => send({ type: 'RETRY' })}>
            Try again
          </Button>
        </Alert>
      )}
      {isAt('declined') && (
        <Alert tone="warning" title="You declined to sign" takesFocus>
          <p>{cancellationText.declined}</p>
          <Button
            variant="secondary"
            onClick={() => {
              setIsDeclining(false)
              send({ type: 'RETRY' })
            }}
          >
            Sign now
          </Button>
        </Alert>
      )}
      {toSign && (isAt('requesting_consent') || isAt('recording_consent')) && (
        <ConsentCard
          consent={toSign.consent}
          problem={problem}
          isBusy={isAt('recording_consent')}
          onConsent={() => send({ type: 'CONSENT' })}
          onDecline={() => setIsDeclining(true)}
        />
      )}
      {toSign && isSigning && (
        <SigningScreen
          policyNo={policy.policyNo}
          documents={toSign.documents}
          party={party}
          signerName={getSignerName(policy)}
          isWide={isWide}
          problem={problem}
          summary={standing}
          onRead={(policyDocId) => recordEventInBackground({ policyNo: policy.policyNo, event: 'viewed', policyDocId })}
          onDecline={() => setIsDeclining(true)}
          onSignedElsewhere={() => send({ type: 'SIGNED_ELSEWHERE' })}
          onFinish={(signature, placed) =>
            signature &&
            send({
              type: 'PLACE_SIGNATURES',
              signatures: {
                documents: insertSignature(toSign.documents, placed, signature),
                useTextSignature: signature.isTyped,
                elanyNoticeAccepted: signature.elanyNoticeAccepted,
              },
            })
          }
        />
      )}
      {isAt('ready') && (
        <Alert tone={problem ? 'error' : 'info'}>
          {problem ??
            (signatures
              ? cancellationText.signed
              : toSign?.documents.length
                ? cancellationText.staffSigns
                : cancellationText.nothingToSign)}
        </Alert>
      )}
      {!isSigning && standing}
      {isDeclining && !isAt('declined') && !isAt('confirming_code') && (
        <DeclineDialog
          policyNo={policy.policyNo}
          reason={declineReason}
          onReason={setDeclineReason}
          isBusy={isAt('declining')}
          problem={problem}
          onClose={() => setIsDeclining(false)}
          onDecline={(reason) => send({ type: 'DECLINE', reason })}
        />
      )}
    </WizardFrame>
  )
}

const getState = <
  State extends
    | 'fetching'
    | 'fetch_failed'
    | 'requesting_consent'
    | 'recording_consent'
    | 'signing'
    | 'ready'
    | 'posting'
    | 'reloading'
    | 'confirming_code'
    | 'declining'
    | 'declined',
>(
  sign: State,
) => ({ sign })
