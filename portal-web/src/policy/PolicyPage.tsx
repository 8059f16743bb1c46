import { statusOf } from '@tideline/web-kit/errors/api-errors.ts'
import { ErrorFace } from '@tideline/web-kit/screen/ErrorFace.tsx'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { OfflineFace } from '@tideline/web-kit/screen/OfflineFace.tsx'
import { useIsStalled } from '@tideline/web-kit/screen/useIsOnline.ts'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import { StatusTag } from '@tideline/web-kit/ui/StatusTag.tsx'
import { useShowProduct } from '../base/product.ts'
import { useConfirmation } from '../base/usePolicy.ts'
import { StatusActions } from '../lifecycle/StatusActions.tsx'
import { alertsOf } from './alert.ts'
import { PolicyCards } from './PolicyCards.tsx'
import './policy.css'
import { StateBox, tellsItsEnd } from './StateBox.tsx'
import { TaskBox } from './TaskBox.tsx'
import { tasksOf } from './tasks.ts'
import { isPolicyNo, UnknownPolicy } from './UnknownPolicy.tsx'
import { useWizardFlag } from './useWizardFlag.ts'

const WizardDialog = lazyDialog(() => import('../wizard/WizardDialog.tsx'), 'WizardDialog')

/** Cancelled, expired and inactive policies are shown desaturated (spec 2 §2). */
const isOver = (status: string) => ['Cancelled', 'Expired', 'Inactive'].includes(status)

/**
 * One policy, for agents, staff and its insured: what to do, what it covers, its documents and payments. The back office
 * shows it, too. What its address opens (`claims/:claimId`, `notifications`, `pay`) is read from the router.
 */
export function PolicyPage({ policyNo }: { policyNo: string }) {
  usePageTitle(`Policy ${policyNo}`)
  const confirmation = useConfirmation(policyNo)
  const wizard = useWizardFlag()
  const policy = confirmation.data?.payload
  useShowProduct(policy?.productId)

  const isStalled = useIsStalled(confirmation.isPending && confirmation.fetchStatus === 'paused')

  if (isStalled) return <OfflineFace title={`Policy ${policyNo} is not here yet`} />
  if (!isPolicyNo(policyNo) || statusOf(confirmation.error) === 404) return <UnknownPolicy policyNo={policyNo} />
  if (confirmation.isError)
    return (
      <ErrorFace
        title={`Hmm... we had an issue loading policy ${policyNo}`}
        error={confirmation.error}
        onRetry={() => void confirmation.refetch()}
      />
    )
  return (
    <div className="stack">
      <header>
        <div className="policy-number">
          <h1>{policyNo}</h1>
          {policy && <StatusTag status={policy.status} />}
          {policy && <StatusActions policy={policy} />}
        </div>
        {policy ? <p>{policy.address ?? policy.address1}</p> : <Skeleton lines={1} label="Loading the policy" />}
      </header>
      {policy && tellsItsEnd(policy) && <StateBox policy={policy} />}
      {!policy && <Skeleton height={120} label="Loading the tasks" />}
      {policy && (tasksOf(policy).label || !tellsItsEnd(policy)) && <TaskBox policy={policy} onStart={wizard.open} />}
      {policy &&
        !tellsItsEnd(policy) &&
        alertsOf(policy).map((sentence) => (
          <Alert key={sentence} tone="warning">
            {sentence}
          </Alert>
        ))}
      <div className="policy-page" data-faded={policy && isOver(policy.status) ? '' : undefined}>
        <div className="policy-side">
          <PolicyCards column="side" policyNo={policyNo} policy={policy} />
        </div>
        <div className="policy-main">
          <PolicyCards column="main" policyNo={policyNo} policy={policy} />
        </div>
      </div>
      {wizard.start && <WizardDialog policyNo={policyNo} start={wizard.start} onClose={wizard.close} />}
    </div>
  )
}
