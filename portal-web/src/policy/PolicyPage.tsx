import type { PolicyConfirmation } from '@tideline/sdk'
import { getErrorStatus } from '@tideline/web-kit/errors/api-errors.ts'
import { describeDeadlines } from '@tideline/web-kit/labels/amount-due.ts'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { OfflineState } from '@tideline/web-kit/screen/OfflineState.tsx'
import { QueryErrorState } from '@tideline/web-kit/screen/QueryErrorState.tsx'
import { useIsConnectionStalled } from '@tideline/web-kit/screen/useIsOnline.ts'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import { useIsPhoneScreen } from '@tideline/web-kit/ui/useIsPhone.ts'
import { lazy, Suspense, useRef } from 'react'
import { useLocation } from 'react-router'
import { useSetCurrentProduct } from '../base/current-product.ts'
import { isPolicyNo } from '../base/is-policy-no.ts'
import { useErrorRedirect } from '../base/useErrorRedirect.ts'
import { useIsInView } from '../base/useIsInView.ts'
import { usePolicyConfirmation, usePolicyTransactions } from '../base/usePolicy.ts'
import { PolicyFactsStrip } from './FactsStrip.tsx'
import { PolicyCards } from './PolicyCards.tsx'
import { MainActionBar, PolicyHeader } from './PolicyHeader.tsx'
import { getPolicyAlerts } from './policy-alerts.ts'
import './policy.css'
import { CancellationNotice, hasCancellationNotice } from './CancellationNotice.tsx'
import { SectionLinks } from './SectionLinks.tsx'
import { OpenTasksBox } from './TaskBox.tsx'
import { UnknownPolicyMessage } from './UnknownPolicyMessage.tsx'
import { useWizardHashFlag } from './useWizardHashFlag.ts'

const Receipt = lazy(() => import('../payments/ReceiptPage.tsx').then((module) => ({ default: module.Receipt })))
const WizardDialog = lazyDialog(() => import('../wizard/WizardDialog.tsx'), 'WizardDialog')

/** Checks whether coverage has ended. The policy page is then desaturated. */
const hasEnded = (status: string) => ['Cancelled', 'Expired', 'Inactive'].includes(status)

/** Returns the payment id from a receipt URL, `…/receipt/{policyPaymentId}`. */
const getReceipt = (pathname: string) => /\/receipt\/([^/]+)\/?$/.exec(pathname)?.[1]

/** Page for a policy, or for a payment's receipt if the URL contains a payment id. Also used by the back office. */
export function PolicyPage({ policyNo }: { policyNo: string }) {
  const receipt = getReceipt(useLocation().pathname)
  if (receipt)
    return (
      <Suspense fallback={<Skeleton height={400} label="Loading the receipt" />}>
        <Receipt policyNo={policyNo} policyPaymentId={receipt} />
      </Suspense>
    )
  if (!isPolicyNo(policyNo)) return <UnknownPolicyMessage policyNo={policyNo} />
  return <Policy policyNo={policyNo} />
}

/** Alerts about payment deadlines, and one alert with who must sign or pay. */
function PolicyAlerts({ policy }: { policy: PolicyConfirmation }) {
  const sentences = getPolicyAlerts(policy)
  return (
    <>
      {describeDeadlines(policy, { isInsured: policy.viewer.kind === 'insured' }).map((sentence) => (
        <Alert key={sentence} tone="warning">
          {sentence}
        </Alert>
      ))}
      {sentences.length > 0 && (
        <Alert tone="warning">
          {sentences.map((sentence) => (
            <span key={sentence}>{sentence} </span>
          ))}
        </Alert>
      )}
    </>
  )
}

/**
 * Policy page for agents, staff, and policyholders, also used by the back office. The URL can open a dialog:
 * `claims/:claimId`, `notifications`, or `pay`.
 */
function Policy({ policyNo }: { policyNo: string }) {
  usePageTitle(`Policy ${policyNo}`)
  const confirmation = usePolicyConfirmation(policyNo)
  const transactions = usePolicyTransactions(policyNo)
  const wizard = useWizardHashFlag()
  const main = useRef<HTMLDivElement>(null)
  const policy = confirmation.data?.payload
  const isPhone = useIsPhoneScreen()
  const header = useRef<HTMLDivElement>(null)
  const isHeaderInView = useIsInView(header)
  const isMainActionInBar = isPhone || !isHeaderInView
  // The height of the tasks, notices and facts is not known until the policy and its transactions have loaded. Until
  // then, a placeholder covers the sections, which already load their data, so that nothing on the screen moves (UI-25).
  const isFirstView = confirmation.isPending || transactions.isPending
  useSetCurrentProduct(policy?.productId)
  useErrorRedirect(policyNo, [confirmation, transactions])

  const isStalled = useIsConnectionStalled(confirmation.isPending && confirmation.fetchStatus === 'paused')

  if (isStalled) return <OfflineState title={`Policy ${policyNo} is not here yet`} />
  if (getErrorStatus(confirmation.error) === 404) return <UnknownPolicyMessage policyNo={policyNo} />
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
      <div ref={header}>
        <PolicyHeader policyNo={policyNo} policy={policy} isMainActionInBar={isMainActionInBar} />
      </div>
      {policy && hasCancellationNotice(policy) && <CancellationNotice policy={policy} />}
      {policy && <OpenTasksBox policy={policy} onStart={wizard.open} />}
      {policy && !hasCancellationNotice(policy) && <PolicyAlerts policy={policy} />}
      {policy && !isFirstView && <PolicyFactsStrip policy={policy} transaction={transactions.data?.at(-1)} />}
      {!policy && <Skeleton height={788} label="Loading policy details" />}
      {policy && isFirstView && <Skeleton height={788} label="Loading the sections" />}
      <div className="policy-page" hidden={isFirstView} data-faded={policy && hasEnded(policy.status) ? '' : undefined}>
        <div className="policy-main" ref={main}>
          <SectionLinks column={main} />
          <PolicyCards column="main" {...{ policyNo, policy, isFirstView }} />
        </div>
        <aside className="policy-side" aria-label="About the policy">
          <PolicyCards column="side" {...{ policyNo, policy, isFirstView }} />
        </aside>
      </div>
      {policy && isMainActionInBar && <MainActionBar policy={policy} />}
      {wizard.start && <WizardDialog policyNo={policyNo} start={wizard.start} onClose={wizard.close} />}
    </div>
  )
}
