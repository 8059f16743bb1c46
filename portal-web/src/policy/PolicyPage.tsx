import { getStatus } from '@tideline/web-kit/errors/api-errors.ts'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { OfflineState } from '@tideline/web-kit/screen/OfflineState.tsx'
import { QueryErrorState } from '@tideline/web-kit/screen/QueryErrorState.tsx'
import { useIsStalled } from '@tideline/web-kit/screen/useIsOnline.ts'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import { useIsPhone } from '@tideline/web-kit/ui/useIsPhone.ts'
import { lazy, Suspense, useRef } from 'react'
import { useLocation } from 'react-router'
import { useSetShownProduct } from '../base/product.ts'
import { useErrorRoute } from '../base/useErrorRoute.ts'
import { useConfirmation, useTransactions } from '../base/usePolicy.ts'
import { getAlerts } from './alert.ts'
import { FactsStrip } from './FactsStrip.tsx'
import { PolicyCards } from './PolicyCards.tsx'
import { MainActionBar, PolicyHeader } from './PolicyHeader.tsx'
import './policy.css'
import { CancellationNotice, hasCancellationNotice } from './CancellationNotice.tsx'
import { SectionLinks } from './SectionLinks.tsx'
import { TaskBox } from './TaskBox.tsx'
import { isPolicyNo, UnknownPolicy } from './UnknownPolicy.tsx'
import { useWizardFlag } from './useWizardFlag.ts'

const Receipt = lazy(() => import('../payments/ReceiptPage.tsx').then((module) => ({ default: module.Receipt })))
const WizardDialog = lazyDialog(() => import('../wizard/WizardDialog.tsx'), 'WizardDialog')

/** Checks whether the policy has ended. Its page is then shown desaturated. */
const hasEnded = (status: string) => ['Cancelled', 'Expired', 'Inactive'].includes(status)

/** Returns the payment id of a receipt URL below the policy, `/receipt/{policyPaymentId}`. */
const getReceipt = (pathname: string) => /\/receipt\/([^/]+)\/?$/.exec(pathname)?.[1]

/** A policy, or the receipt of a payment if the URL names one. Also used by the back office. */
export function PolicyPage({ policyNo }: { policyNo: string }) {
  const receipt = getReceipt(useLocation().pathname)
  if (receipt)
    return (
      <Suspense fallback={<Skeleton height={400} label="Loading the receipt" />}>
        <Receipt policyNo={policyNo} policyPaymentId={receipt} />
      </Suspense>
    )
  if (!isPolicyNo(policyNo)) return <UnknownPolicy policyNo={policyNo} />
  return <Policy policyNo={policyNo} />
}

/**
 * The policy page for agents, staff, and policyholders: tasks, coverages, documents, and payments. Also used by the
 * back office. The router provides what the URL opens (`claims/:claimId`, `notifications`, `pay`).
 */
function Policy({ policyNo }: { policyNo: string }) {
  usePageTitle(`Policy ${policyNo}`)
  const confirmation = useConfirmation(policyNo)
  const transactions = useTransactions(policyNo)
  const wizard = useWizardFlag()
  const main = useRef<HTMLDivElement>(null)
  const policy = confirmation.data?.payload
  // On a phone, the tasks and facts fill the screen, so the sections are rendered only after those have loaded.
  const isReserved = useIsPhone() && !policy
  const isFirstView = confirmation.isPending || transactions.isPending
  useSetShownProduct(policy?.productId)
  useErrorRoute(policyNo, [confirmation, transactions])

  const isStalled = useIsStalled(confirmation.isPending && confirmation.fetchStatus === 'paused')

  if (isStalled) return <OfflineState title={`Policy ${policyNo} is not here yet`} />
  if (getStatus(confirmation.error) === 404) return <UnknownPolicy policyNo={policyNo} />
  if (confirmation.isError)
    return (
      <QueryErrorState
        title={`Hmm... we had an issue loading policy ${policyNo}`}
        error={confirmation.error}
        onRetry={() => void confirmation.refetch()}
      />
    )
  return (
    <div className="policy stack">
      <PolicyHeader policyNo={policyNo} policy={policy} />
      {policy && hasCancellationNotice(policy) && <CancellationNotice policy={policy} />}
      {policy && <TaskBox policy={policy} onStart={wizard.open} />}
      {policy &&
        !hasCancellationNotice(policy) &&
        getAlerts(policy).map((sentence) => (
          <Alert key={sentence} tone="warning">
            {sentence}
          </Alert>
        ))}
      {policy ? <FactsStrip policy={policy} /> : <Skeleton height={64} label="Loading policy details" />}
      {isReserved && <Skeleton height={480} label="Loading the sections" />}
      <div className="policy-page" hidden={isReserved} data-faded={policy && hasEnded(policy.status) ? '' : undefined}>
        <div className="policy-main" ref={main}>
          <SectionLinks column={main} />
          <PolicyCards column="main" {...{ policyNo, policy, isFirstView }} />
        </div>
        <aside className="policy-side" aria-label="About the policy">
          <PolicyCards column="side" {...{ policyNo, policy, isFirstView }} />
        </aside>
      </div>
      {policy && <MainActionBar policy={policy} />}
      {wizard.start && <WizardDialog policyNo={policyNo} start={wizard.start} onClose={wizard.close} />}
    </div>
  )
}
