import { rolesOf } from '@tideline/web-kit/session/roles.ts'
import { readSession } from '@tideline/web-kit/session/session.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import { useState } from 'react'
import { whyNotOf } from '../../base/may-of.ts'
import { ConfirmCode } from '../../signing/ConfirmCode.tsx'
import { ConsentCard } from '../../signing/ConsentCard.tsx'
import { DeclineDialog } from '../../signing/DeclineDialog.tsx'
import { DocumentCard } from '../../signing/DocumentCard.tsx'
import { SignatureForm } from '../../signing/SignatureForm.tsx'
import { text } from '../../signing/text.ts'
import { recordQuietly } from '../actors.ts'
import type { WizardStepProps } from '../useWizard.ts'
import { policyOf } from '../wizard.ts'
import './steps.css'
import { mayContinue, openSlots, type Signature, withSignature } from '../../signing/slots.ts'

/** Who is signed in: an insured by the policy, an agent by the account. */
function signerName(policy: ReturnType<typeof policyOf>) {
  if (policy.viewer.party === 2) return `${policy.firstName} ${policy.lastName}`.trim()
  const { FirstName = '', LastName = '' } = readSession()?.data ?? {}
  return `${FirstName} ${LastName}`.trim()
}

/** Signing: consent, the documents with their places, one signature for all of them, Continue. */
export function SignStep({ snapshot, send }: WizardStepProps) {
  const { context } = snapshot
  const policy = policyOf(context)
  const { party } = policy.viewer
  const [signature, setSignature] = useState<Signature>()
  const [placed, setPlaced] = useState<ReadonlySet<string>>(new Set())
  const [isDeclining, setIsDeclining] = useState(false)
  const open = party === null ? [] : openSlots(context.documents, party)
  const missing = open.filter((slot) => !placed.has(slot.policyDocSignatureId))
  const isReadonly = policy.viewer.isReadonly || rolesOf(readSession()).has('readonly')
  const cannotSign = whyNotOf(policy, 'sign')

  if (snapshot.matches({ signatures: 'begin' })) return <Skeleton height={360} label="Loading the documents" />
  if (snapshot.matches({ signatures: { loaded: 'declined' } }))
    return (
      <Alert tone="warning" title="You declined to sign">
        <p>We have recorded it. Nothing was signed. You can come back at any time.</p>
        <Button variant="secondary" onClick={() => send({ type: 'RETRY' })}>
          Sign after all
        </Button>
      </Alert>
    )

  const isAskingConsent = snapshot.matches({ signatures: { loaded: 'asking_consent' } })
  const isRecordingConsent = snapshot.matches({ signatures: { loaded: 'recording_consent' } })
  const decline = isDeclining && (
    <DeclineDialog
      policyNo={policy.policyNo}
      onClose={() => setIsDeclining(false)}
      onDecline={(reason) => send({ type: 'DECLINE', reason })}
    />
  )
  const head = (
    <header className="stack-tight">
      <h2 className="wizard-title">{text.sign.title}</h2>
      <p>{text.sign.lead}</p>
      <p className="sign-as">{party === null ? text.sign.staff : text.sign.signingAs[party]}</p>
    </header>
  )
  if (context.consent && open.length > 0 && !isReadonly && (isAskingConsent || isRecordingConsent))
    return (
      <div className="stack">
        {head}
        <ConsentCard
          consent={context.consent}
          problem={context.problem}
          isBusy={isRecordingConsent}
          onConsent={() => send({ type: 'CONSENT' })}
          onDecline={() => setIsDeclining(true)}
        />
        {decline}
      </div>
    )

  if (snapshot.matches({ signatures: { loaded: 'confirming_code' } }))
    return (
      <div className="stack">
        {head}
        <ConfirmCode
          policyNo={policy.policyNo}
          onConfirmed={() => send({ type: 'CODE_CONFIRMED' })}
          onBack={() => send({ type: 'LEAVE_CODE' })}
        />
      </div>
    )

  const apply = (made: Signature) => {
    setSignature(made)
    const first = open[0]
    if (first && placed.size === 0) setPlaced(new Set([first.policyDocSignatureId]))
  }
  const submit = () => {
    send({
      type: 'SUBMIT_SIGNATURES',
      documents: signature ? withSignature(context.documents, placed, signature) : context.documents,
      useTextSignature: signature?.isTyped ?? false,
      elanyNoticeAccepted: signature?.elanyNoticeAccepted ?? false,
    })
  }
  const needsSignature = open.length > 0 && !signature && !isReadonly
  return (
    <div className="stack">
      {head}
      {cannotSign && open.length > 0 && <Alert tone="info">{cannotSign}</Alert>}
      {context.documents.length === 0 && <Alert tone="info">There is nothing to sign on this policy.</Alert>}
      <ul className="sign-documents">
        {context.documents.map((document) => (
          <DocumentCard
            key={document.policyDocId}
            document={document}
            party={isReadonly ? null : party}
            signature={signature}
            placed={placed}
            onPlace={(slotId) => setPlaced(new Set([...placed, slotId]))}
            onRead={(policyDocId) => {
              if (party !== null && !isReadonly)
                recordQuietly({ policyNo: policy.policyNo, event: 'viewed', policyDocId })
            }}
          />
        ))}
      </ul>
      {needsSignature && (
        <SignatureForm
          name={signerName(policy)}
          needsElanyNotice={context.documents.some(({ requiresElanyNotice }) => requiresElanyNotice)}
          onApply={apply}
        />
      )}
      {context.problem && <Alert tone="error">{context.problem}</Alert>}
      <div className="wizard-actions">
        {signature && missing.length > 0 && (
          <p role="status">
            {missing.length === 1 ? '1 place' : `${missing.length} places`} left to sign. Your signature is ready: press
            “Sign here” or “Initial here” in each.
          </p>
        )}
        {party !== null && !isReadonly && mayContinue(open, placed) && <Button onClick={submit}>Continue</Button>}
        {policy.viewer.kind === 'internal' && (
          <Button onClick={() => send({ type: 'SKIP_TO_PAYMENT' })}>{text.sign.skip}</Button>
        )}
        {signature && (
          <Button
            variant="secondary"
            onClick={() => {
              setSignature(undefined)
              setPlaced(new Set())
            }}
          >
            Change signature
          </Button>
        )}
        {open.length > 0 && party !== null && !isReadonly && (
          <Button variant="quiet" onClick={() => setIsDeclining(true)}>
            Decline to sign
          </Button>
        )}
      </div>
      {decline}
    </div>
  )
}
