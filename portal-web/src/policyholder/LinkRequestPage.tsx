import { TidelineConnectionError } from '@tideline/sdk'
import { requestLink } from '@tideline/sdk/operations'
import { getErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { formatPhone } from '@tideline/web-kit/formats/format.ts'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { hasDestination } from '@tideline/web-kit/session/destination.ts'
import { useSettings } from '@tideline/web-kit/settings/useSettings.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import { showToast } from '@tideline/web-kit/ui/toast-queue.ts'
import { useMachine } from '@xstate/react'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { fromPromise } from 'xstate'
import { useSetCurrentProduct } from '../base/current-product.ts'
import { hasEndedSession } from '../base/ended-session.ts'
import { clearInvalidLink, hasOpenedInvalidLink } from './deep-link.ts'
import { IdentityForm } from './IdentityForm.tsx'
import { linkRequestMachine } from './link-request.machine.ts'
import { clearLinkRequestDraft, readLinkRequestDraft, saveLinkRequestDraft } from './link-request-draft.ts'
import { policyholderText } from './text.ts'

// Loads the second step while the user fills in the first, because the second step includes the masks of its fields.
const loadProof = () => import('./VerificationForm.tsx')
const ProofForm = lazy(() => loadProof().then(({ VerificationForm: ProofForm }) => ({ default: ProofForm })))

/** The page where a policyholder requests a link (generatePolicyEmail). */
export function LinkRequestPage() {
  usePageTitle('Get a link')
  const [round, setRound] = useState(0)
  const [isIncomplete] = useState(hasOpenedInvalidLink)
  useEffect(() => clearInvalidLink, [])
  const askAgain = () => {
    clearLinkRequestDraft()
    setRound(round + 1)
  }
  return <LinkRequest key={round} isIncomplete={isIncomplete && round === 0} onAgain={askAgain} />
}

interface LinkRequestProps {
  isIncomplete: boolean
  onAgain: () => void
}

function LinkRequest({ isIncomplete, onAgain }: LinkRequestProps) {
  const [query] = useSearchParams()
  const { supportPhone } = useSettings()
  useSetCurrentProduct(query.get('residential') === '1' ? 1 : undefined)
  const machine = useMemo(
    () =>
      linkRequestMachine.provide({
        actors: {
          requestLink: fromPromise(async ({ input, signal }) => {
            await api.call(requestLink, { body: input, signal })
          }),
        },
        actions: {
          showFailure: (_, { error }) =>
            showToast({
              tone: 'error',
              ...policyholderText.requestFailed,
              ...(error instanceof TidelineConnectionError && { text: getErrorMessage(error) }),
            }),
        },
      }),
    [],
  )
  const [draft] = useState(readLinkRequestDraft)
  const [isEnded] = useState(hasEndedSession)
  const [goesOn] = useState(() => hasDestination(Date.now()))
  const [state, send] = useMachine(machine, { input: draft })
  const { identity, phone, zip, isSentAgain } = state.context
  const isSending = state.matches('sendingAgain')
  const isSent = state.matches('success') || isSending
  const isGiven = !isSent && !state.matches('identify')
  // A reload shows the same step. A user who sends the request, leaves, and returns starts over.
  useEffect(() => {
    if (isSent) clearLinkRequestDraft()
    saveLinkRequestDraft({ isGiven, isSent, ...(isSent && { identity, phone, zip }) })
    return isSent ? clearLinkRequestDraft : undefined
  }, [isGiven, isSent, identity, phone, zip])
  const isEmail = identity.includes('@')
  return (
    <div className="narrow stack">
      {query.get('used') === '1' && !isSent && (
        <Alert tone="info" title={policyholderText.usedLink.title}>
          {policyholderText.usedLink.text}
        </Alert>
      )}
      {isEnded && !isSent && (
        <Alert tone="info" title={policyholderText.sessionEnded.title}>
          {policyholderText.sessionEnded.text}
        </Alert>
      )}
      {goesOn && !isEnded && !isSent && (
        <Alert tone="info" title={policyholderText.goesOn.title}>
          {policyholderText.goesOn.text}
        </Alert>
      )}
      {isIncomplete && !isSent && (
        <Alert tone="info" title={policyholderText.incompleteLink.title}>
          {policyholderText.incompleteLink.text}
        </Alert>
      )}
      <Card>
        {state.matches('identify') && (
          <div onInput={() => void loadProof().catch(() => undefined)}>
            <IdentityForm identity={identity} onSubmit={(typed) => send({ type: 'IDENTIFY', identity: typed })} />
          </div>
        )}
        {(state.matches('verify') || state.matches('sending')) && (
          <Suspense fallback={<Skeleton lines={4} label="Loading the next step" />}>
            <ProofForm
              key={isEmail ? 'phone' : 'zip'}
              kind={isEmail ? 'phone' : 'zip'}
              identity={identity}
              value={isEmail ? phone : zip}
              busy={state.matches('sending')}
              onBack={() => send({ type: 'BACK' })}
              onSubmit={(value) =>
                send(isEmail ? { type: 'SUBMIT_PHONE', phone: value } : { type: 'SUBMIT_ZIP', zip: value })
              }
            />
          </Suspense>
        )}
        {isSent && (
          <div className="stack">
            <h1>Check your email</h1>
            <Alert tone="success">{policyholderText.requestDone}</Alert>
            <p className="muted" role="status">
              {isSentAgain && policyholderText.sentAgain} The link works for a limited time. If it doesn't arrive in a
              few minutes, check your spam folder.
            </p>
            {(phone || zip) && (
              <Button
                variant="secondary"
                block
                busy={isSending}
                busyLabel="Sending…"
                onClick={() => send({ type: 'SEND_AGAIN' })}
              >
                Send again
              </Button>
            )}
            <Button variant="quiet" block onClick={onAgain}>
              {isEmail ? policyholderText.otherEmail : policyholderText.otherNumber}
            </Button>
          </div>
        )}
      </Card>
      <p className="muted small">
        {policyholderText.noEmail.title} Call <a href={`tel:${supportPhone}`}>{formatPhone(supportPhone)}</a>{' '}
        {policyholderText.noEmail.call} {goesOn && !isEnded && policyholderText.noEmail.check}
      </p>
    </div>
  )
}
