import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CancellationSummary, PolicyConfirmation } from '@tideline/sdk'
import { getCancellationOptions } from '@tideline/sdk/query'
import { formatDate } from '@tideline/web-kit/formats/format.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { QueryErrorState } from '@tideline/web-kit/screen/QueryErrorState.tsx'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useSession } from '@tideline/web-kit/session/useSession.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { ButtonLink } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import { useEffect } from 'react'
import { useSetCurrentProduct } from '../base/current-product.ts'
import { usePolicyConfirmation } from '../base/usePolicy.ts'
import { CancelButton } from '../cancellation/CancelButton.tsx'
import { CancellationDetails } from '../cancellation/CancellationDetails.tsx'
import { useWizard } from '../wizard/useWizard.ts'
import { WizardView } from '../wizard/WizardView.tsx'
import { hasInsuredSigned } from './next-step.ts'

const pollMs = 3000
const noClosing = () => undefined

/**
 * The signing step of the wizard, embedded in the cancellation page. After signing, the page continues with the
 * cancellation.
 */
function SigningStep({ policyNo }: { policyNo: string }) {
  const { snapshot, send } = useWizard({ policyNo, isModal: false, start: 'documents' }, noClosing)
  const queryClient = useQueryClient()
  const isConfirmed = snapshot.matches('payments') || snapshot.matches('finish')
  useEffect(() => {
    if (isConfirmed) void queryClient.invalidateQueries()
  }, [isConfirmed, queryClient])
  return isConfirmed ? (
    <Skeleton height={240} label="Loading the next step" />
  ) : (
    <WizardView snapshot={snapshot} send={send} onClose={noClosing} isCancelling />
  )
}

const ViewPolicy = ({ policyNo }: { policyNo: string }) => (
  <div className="row">
    <ButtonLink to={paths.policyholderPolicy(policyNo)}>View my policy</ButtonLink>
  </div>
)

function Pending({ policyNo, status }: { policyNo: string; status: CancellationSummary }) {
  const mustSign = status.insuredMustSign && !status.insuredHasSigned
  return (
    <div className="stack">
      <Alert tone="info" title="This policy is currently pending cancellation." />
      <Card title="Your cancellation">
        <CancellationDetails summary={status} viewer="insured" />
      </Card>
      {mustSign ? <SigningStep policyNo={policyNo} /> : <ViewPolicy policyNo={policyNo} />}
    </div>
  )
}

function Step({ policy, status }: { policy: PolicyConfirmation; status: CancellationSummary }) {
  const { policyNo } = policy
  if (status.state === 'cancelled')
    return (
      <div className="stack">
        <Alert tone="success" title="Your policy is cancelled.">
          We sent a confirmation to {policy.email}, and a printed confirmation will arrive by mail.
        </Alert>
        <Card title="Your cancellation">
          <CancellationDetails summary={status} viewer="insured" />
        </Card>
        <ViewPolicy policyNo={policyNo} />
      </div>
    )
  if (status.state === 'pending') return <Pending policyNo={policyNo} status={status} />
  if (!hasInsuredSigned(policy)) return <SigningStep policyNo={policyNo} />
  return (
    <div className="row">
      <CancelButton policy={policy} closesOnSubmit />
      <ButtonLink variant="quiet" to={paths.policyholderPolicy(policyNo)}>
        Keep the policy
      </ButtonLink>
    </div>
  )
}

/**
 * The cancellation page of the insured: sign open documents, request the cancellation, and track it until it is
 * complete.
 */
export function PolicyholderCancellationPage() {
  usePageTitle('Cancel')
  const policyNo = useSession()?.validateReturn?.policy.policyNo ?? ''
  const confirmation = usePolicyConfirmation(policyNo)
  const policy = confirmation.data?.payload
  const cancellation = useQuery({
    ...getCancellationOptions({ client: api.client, path: { policyNo } }),
    meta: { errors: 'inline' },
    // The automatic review completes without an action on this page.
    refetchInterval: ({ state }) => (state.data?.payload.state === 'pending' ? pollMs : false),
  })
  useSetCurrentProduct(policy?.productId)
  const failed = confirmation.error ?? cancellation.error
  const status = cancellation.data?.payload
  return (
    <div className="stack">
      <h1>Cancel your policy</h1>
      {failed && (
        <QueryErrorState
          title="Your policy could not be loaded"
          error={failed}
          onRetry={() => {
            void confirmation.refetch()
            void cancellation.refetch()
          }}
        />
      )}
      {!failed && (!policy || !status) && <Skeleton height={240} label="Loading your policy" />}
      {policy && status && (
        <>
          <Card title="Your policy">
            <DetailList
              facts={[
                { label: 'Policy Number', value: policy.policyNo },
                { label: 'Address', value: policy.address ?? policy.address1 },
                { label: 'Effective date', value: formatDate(policy.inceptionDate) },
              ]}
            />
          </Card>
          <Step policy={policy} status={status} />
        </>
      )}
    </div>
  )
}
