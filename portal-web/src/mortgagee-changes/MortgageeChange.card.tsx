import { useQuery } from '@tanstack/react-query'
import type { MortgageeChange, PolicyConfirmation } from '@tideline/sdk'
import { withdrawMortgageeChange } from '@tideline/sdk/operations'
import { listOwnMortgageeChangesOptions } from '@tideline/sdk/query'
import { paths } from '@tideline/web-kit/paths.ts'
import { Section } from '@tideline/web-kit/screen/Section.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Badge, type BadgeTone } from '@tideline/web-kit/ui/Badge.tsx'
import { Button, ButtonLink } from '@tideline/web-kit/ui/Button.tsx'
import { ConfirmDialog } from '@tideline/web-kit/ui/ConfirmDialog.tsx'
import { DateText } from '@tideline/web-kit/ui/DateText.tsx'
import { useState } from 'react'
import type { PolicyCard } from '../base/policy-card.ts'
import { isActionAllowed } from '../base/policy-permissions.ts'
import { requiresCode } from '../payments/auto-pay.ts'
import { ConfirmIdentity } from './ConfirmIdentity.tsx'
import { describeChange, describeResult, mortgageeText } from './text.ts'

const badges: Record<MortgageeChange['status'], { label: string; tone: BadgeTone }> = {
  open: { label: 'In review', tone: 'info' },
  approved: { label: 'Approved', tone: 'success' },
  rejected: { label: 'Not approved', tone: 'warning' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
  superseded: { label: 'Closed', tone: 'neutral' },
  policyEnded: { label: 'Closed', tone: 'neutral' },
}

/** The button that withdraws the open request, with its confirmation. */
function WithdrawButton({ policyNo }: { policyNo: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const withdraw = useAction(() => api.call(withdrawMortgageeChange, { path: { policyNo } }), {
    changes: ['listOwnMortgageeChanges'],
    successToast: 'Request withdrawn.',
    onDone: close,
  })
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        Withdraw request
      </Button>
      {isOpen && requiresCode(withdraw.error) && (
        <ConfirmIdentity policyNo={policyNo} onConfirmed={() => withdraw.run()} onBack={withdraw.reset} />
      )}
      <ConfirmDialog
        open={isOpen && !requiresCode(withdraw.error)}
        onOpenChange={setIsOpen}
        title="Withdraw the request?"
        confirmLabel="Withdraw request"
        cancelLabel="Keep request"
        danger
        busy={withdraw.isBusy}
        error={withdraw.problem?.text}
        onConfirm={() => withdraw.run()}
      >
        <p>{mortgageeText.withdrawQuestion}</p>
      </ConfirmDialog>
    </>
  )
}

/** The latest request, with its status and what happens next. */
function LatestChange({ change }: { change: MortgageeChange }) {
  const { status, createdAt } = change
  return (
    <div className="stack">
      <p>
        <Badge tone={badges[status].tone}>{badges[status].label}</Badge> <strong>{describeChange(change)}</strong>,
        requested <DateText value={createdAt} />
      </p>
      <p>{describeResult(change)}</p>
    </div>
  )
}

/** The latest mortgagee change request of the policyholder, and the button to request one (POL-19, UI-18). */
export function MortgageeChangeCard({ policy }: { policy: PolicyConfirmation }) {
  const { policyNo } = policy
  const mayRequest = isActionAllowed(policy, 'requestMortgageeChange')
  const isInsured = policy.viewer.kind === 'insured'
  const changes = useQuery({
    ...listOwnMortgageeChangesOptions({ client: api.client, path: { policyNo } }),
    enabled: isInsured,
    meta: { errors: 'inline' },
  })
  const [latest] = changes.data?.payload ?? []
  // A policy that has ended shows only earlier requests.
  if (!isInsured || (!mayRequest && !latest)) return null
  const isOpen = latest?.status === 'open'
  return (
    <Section
      title={mortgageeText.cardTitle}
      fold="collapsed"
      summary={() => (latest ? `${badges[latest.status].label}: ${describeChange(latest)}` : 'No requests')}
      subject="your mortgagee changes"
      rows={2}
      query={changes}
      empty={({ payload }) =>
        payload.length === 0 ? { title: mortgageeText.emptyTitle, text: mortgageeText.emptyText } : undefined
      }
      actions={
        isOpen ? (
          <WithdrawButton policyNo={policyNo} />
        ) : (
          mayRequest &&
          changes.data && (
            <ButtonLink variant="secondary" to={paths.policyholderRequestMortgageeChange(policyNo)}>
              Request a Change
            </ButtonLink>
          )
        )
      }
    >
      {() => latest && <LatestChange change={latest} />}
    </Section>
  )
}

export const card: PolicyCard = { column: 'main', order: 78, isDeferred: true, PolicyComponent: MortgageeChangeCard }
