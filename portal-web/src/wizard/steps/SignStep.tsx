import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { getRoles } from '@tideline/web-kit/session/roles.ts'
import { readSession } from '@tideline/web-kit/session/session.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import { lazy, type ReactNode, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { getDenialReason } from '../../base/policy-permissions.ts'
import { ConfirmCodeForm } from '../../signing/ConfirmCodeForm.tsx'
import { ConsentCard } from '../../signing/ConsentCard.tsx'
import { getUnsignedPlaces, insertSignature } from '../../signing/place-signatures.ts'
import { getSignerName } from '../../signing/signer-name.ts'
import { recordEventInBackground } from '../../signing/signing-requests.ts'
import { signingText } from '../../signing/text.ts'
import { useIsWideScreen } from '../../signing/useIsWideScreen.ts'
import type { WizardStepProps } from '../useWizard.ts'
import { getPolicy } from '../wizard.ts'
import { SignHeader, type SignPurpose } from './SignHeader.tsx'
import './steps.css'

// Loads the signing screen while the user reads the consent text.
const loadSigningScreen = () => import('../../signing/SigningScreen.tsx')
const SignDesk = lazy(() => loadSigningScreen().then(({ SigningScreen }) => ({ default: SigningScreen })))
const DeclineDialog = lazyDialog(() => import('../../signing/DeclineDialog.tsx'), 'DeclineDialog')

interface SignStepProps extends WizardStepProps {
  /** Policy summary, shown beside the documents, or below them on a phone. */
  summary: ReactNode
  purpose: SignPurpose
}

/** Signing step: the consent, then the documents with their signature places and one signature for all of them. */
export function SignStep({ snapshot, send, summary, purpose }: SignStepProps) {
  const { context } = snapshot
  const policy = getPolicy(context)
  const { party } = policy.viewer
  const isWide = useIsWideScreen()
  const [isDeclining, setIsDeclining] = useState(false)
  const [declineReason, setDeclineReason] = useState('')
  const isReadonly = policy.viewer.isReadonly || getRoles(readSession()).has('readonly')
  const open = party === null ? [] : getUnsignedPlaces(context.documents, party)
  const cannotSign = getDenialReason(policy, 'sign')

  // Renders the loaded content in slices, so that the browser can handle input in between.
  const isLoading = useDeferredValue(snapshot.matches({ signatures: 'begin' }))
  useEffect(() => {
    if (!isLoading) void loadSigningScreen().catch(() => undefined)
  }, [isLoading])

  const mustSignBeforePaying = context.start === 'payments' && purpose === 'complete' && open.length > 0
  const head = (
    <>
      <SignHeader party={party} purpose={purpose} />
      {mustSignBeforePaying && (
        <Alert tone="info" title={signingText.signBeforePay.title}>
          {signingText.signBeforePay.text}
        </Alert>
      )}
    </>
  )
  const skeleton = <Skeleton height={360} label="Loading the documents" />
  if (isLoading)
    return (
      <div className="stack">
        {head}
        {skeleton}
      </div>
    )
  if (snapshot.matches({ signatures: { loaded: 'declined' } }))
    return (
      <Alert tone="warning" title="You declined to sign" takesFocus>
        <p>We have recorded your decision. Nothing was signed. You can come back at any time.</p>
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
    )

  const isRequestingConsent = snapshot.matches({ signatures: { loaded: 'requesting_consent' } })
  const isRecordingConsent = snapshot.matches({ signatures: { loaded: 'recording_consent' } })
  const isConfirmingCode = snapshot.matches({ signatures: { loaded: 'confirming_code' } })
  const isRecordingDecline = snapshot.matches({ signatures: { loaded: 'declining' } })
  const isAtConsent = isRequestingConsent || isRecordingConsent || (isRecordingDecline && !context.hasConsented)
  const requiresConsent = context.consent && open.length > 0 && !isReadonly && isAtConsent
  const decline = isDeclining && !isConfirmingCode && (
    <DeclineDialog
      policyNo={policy.policyNo}
      reason={declineReason}
      onReason={setDeclineReason}
      isBusy={isRecordingDecline}
      problem={context.problem}
      onClose={() => setIsDeclining(false)}
      onDecline={(reason) => send({ type: 'DECLINE', reason })}
    />
  )
  if (requiresConsent || isConfirmingCode)
    return (
      <div className="wizard-beside">
        <div className="stack">
          {head}
          {isConfirmingCode ? (
            <ConfirmCodeForm
              policyNo={policy.policyNo}
              onConfirmed={() => send({ type: 'CODE_CONFIRMED' })}
              onBack={() => send({ type: 'LEAVE_CODE' })}
            />
          ) : (
            context.consent && (
              <ConsentCard
                consent={context.consent}
                problem={context.problem}
                isBusy={isRecordingConsent}
                onConsent={() => send({ type: 'CONSENT' })}
                onDecline={() => setIsDeclining(true)}
              />
            )
          )}
          {decline}
        </div>
        {summary}
      </div>
    )

  return (
    <div className="stack">
      {head}
      {cannotSign && open.length > 0 && <Alert tone="info">{cannotSign}</Alert>}
      {context.documents.length === 0 && <Alert tone="info">There is nothing to sign on this policy.</Alert>}
      <Suspense fallback={skeleton}>
        <SignDesk
          policyNo={policy.policyNo}
          documents={context.documents}
          party={isReadonly ? null : party}
          signerName={getSignerName(policy)}
          isWide={isWide}
          problem={context.problem}
          summary={summary}
          readonlyActions={
            policy.viewer.kind === 'internal' && (
              <Button onClick={() => send({ type: 'SKIP_TO_PAYMENT' })}>{signingText.sign.skip}</Button>
            )
          }
          onRead={(policyDocId) => {
            if (party !== null && !isReadonly)
              recordEventInBackground({ policyNo: policy.policyNo, event: 'viewed', policyDocId })
          }}
          onDecline={() => setIsDeclining(true)}
          onSignedElsewhere={() => send({ type: 'SIGNED_ELSEWHERE' })}
          onFinish={(signature, placed) =>
            send({
              type: 'SUBMIT_SIGNATURES',
              documents: signature ? insertSignature(context.documents, placed, signature) : context.documents,
              useTextSignature: signature?.isTyped ?? false,
              elanyNoticeAccepted: signature?.elanyNoticeAccepted ?? false,
            })
          }
        />
      </Suspense>
      {decline}
    </div>
  )
}
