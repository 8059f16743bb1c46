import type { PolicyConfirmation } from '@tideline/sdk'
import { getProductName } from '@tideline/sdk/words'
import { describeAmountDue } from '@tideline/web-kit/labels/amount-due.ts'
import { getPolicyStatusLabel, getToday } from '@tideline/web-kit/labels/labels.ts'
import { useSession } from '@tideline/web-kit/session/useSession.ts'
import { ActionBar } from '@tideline/web-kit/ui/ActionBar.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { IconButton } from '@tideline/web-kit/ui/IconButton.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import { StatusTag } from '@tideline/web-kit/ui/StatusTag.tsx'
import { showToast } from '@tideline/web-kit/ui/toast-queue.ts'
import { useIsPhoneScreen } from '@tideline/web-kit/ui/useIsPhone.ts'
import { EndorseButtons } from '../endorsements/EndorseButtons.tsx'
import { useAutoPay } from '../payments/useAutoPay.ts'
import { describePolicyState, describeTerm } from './describe-policy-state.ts'
import { PolicyActions } from './PolicyActions.tsx'
import { getPolicyTasks } from './policy-tasks.ts'
import { useOpenWizard } from './useWizardHashFlag.ts'

/** Main button for the viewer's remaining tasks: Sign, Pay, or Sign & Pay. Renders nothing if no task is left. */
function MainActionButtons({ policy }: { policy: PolicyConfirmation }) {
  const open = useOpenWizard()
  const { label, reason, mustSign } = getPolicyTasks(policy)
  if (!label) return null
  return (
    <Button disabledReason={reason} onClick={() => open(mustSign ? 'sign' : 'pay')}>
      {label}
    </Button>
  )
}

/** Bar that keeps the main button and the amount to pay visible at the bottom of the screen (UI-12). */
export function MainActionBar({ policy }: { policy: PolicyConfirmation }) {
  const { charge } = useAutoPay(policy)
  const { label, mustPay } = getPolicyTasks(policy)
  if (!label) return null
  const due = mustPay
    ? describeAmountDue(policy, {
        ...{ today: getToday(new Date()), isInsured: policy.viewer.kind === 'insured', charge },
      })
    : undefined
  return (
    <ActionBar floats note={due?.text}>
      <MainActionButtons policy={policy} />
    </ActionBar>
  )
}

/** Returns the URL of the policy's page in the classic portal, for agents and staff. */
const getClassicPageUrl = (policyNo: string) => `/#/policy/embed/${encodeURIComponent(policyNo)}`

function Sentence({ policy }: { policy: PolicyConfirmation }) {
  const { charge } = useAutoPay(policy)
  // The box below states the amount due if there are open tasks or the policy is cancelled.
  const sentence =
    getPolicyTasks(policy).label || policy.isCancelled
      ? describeTerm(policy)
      : describePolicyState(policy, getToday(new Date()), charge)
  // Hides the sentence if it is the same as the status, as for a cancelled policy.
  return sentence === policy.status ? null : <p className="policy-sentence">{sentence}</p>
}

interface PolicyHeaderProps {
  policyNo: string
  /** Policy, or undefined while it is loading. */
  policy: PolicyConfirmation | undefined
  /** Whether `MainActionBar` shows the main button. The header then reserves its space. */
  isMainActionInBar: boolean
}

/** Page header with the policy number, the status, and the available actions. */
export function PolicyHeader({ policyNo, policy, isMainActionInBar }: PolicyHeaderProps) {
  const isPhone = useIsPhoneScreen()
  // Known before the policy has loaded, so that the header keeps its height (UI-25).
  const isInsured = useSession()?.accountType === 'policyholder'
  const copy = async () => {
    await navigator.clipboard.writeText(policyNo)
    showToast({ tone: 'success', title: `${policyNo} copied` })
  }
  return (
    <header
      className={isInsured ? 'policy-head policy-head-insured' : 'policy-head'}
      data-loading={policy ? undefined : ''}
    >
      <div className="policy-title">
        <h1>{policy ? (policy.address ?? policy.address1) : 'Policy'}</h1>
        <div className="policy-number">
          <h2>{policyNo}</h2>
          <IconButton label="Copy the policy number" icon="copy" onClick={() => void copy()} />
          {policy && <StatusTag status={getPolicyStatusLabel(policy.status, policy.viewer.kind)} />}
          {policy && <span className="muted">{getProductName(policy.productId)}</span>}
          {policy && <Sentence policy={policy} />}
          {policy && policy.viewer.kind !== 'insured' && (
            <a href={getClassicPageUrl(policyNo)} target="_blank" rel="noreferrer">
              Open classic view<span className="visually-hidden"> (opens in a new tab)</span>
            </a>
          )}
        </div>
      </div>
      {policy ? (
        <div className="row">
          {!isPhone && (
            <span className="policy-main-action" data-in-bar={isMainActionInBar || undefined}>
              <MainActionButtons policy={policy} />
            </span>
          )}
          <EndorseButtons policy={policy} isMain={!getPolicyTasks(policy).label && !policy.isPendingCancel} />
          <PolicyActions policy={policy} />
        </div>
      ) : (
        <Skeleton lines={2} label="Loading the policy" />
      )}
    </header>
  )
}
