import { ErrorFace } from '@tideline/web-kit/screen/ErrorFace.tsx'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { Section } from '@tideline/web-kit/screen/Section.tsx'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import { StatusTag } from '@tideline/web-kit/ui/StatusTag.tsx'
import { AgencyCard } from '../agency/AgencyCard.tsx'
import { useShowProduct } from '../base/product.ts'
import { ClaimsCard } from '../claims/ClaimsCard.tsx'
import { DocumentsCard } from '../documents/DocumentsCard.tsx'
import { EndorseButtons } from '../endorsements/EndorseButtons.tsx'
import { PolicyHistoryCard } from '../history/PolicyHistoryCard.tsx'
import { LienholderPanel } from '../lienholders/LienholderPanel.tsx'
import { StatusActions } from '../lifecycle/StatusActions.tsx'
import { PaymentMethodsCard } from '../payments/PaymentMethodsCard.tsx'
import { PaymentsCard } from '../payments/PaymentsCard.tsx'
import { CoverageTable } from '../summary/CoverageTable.tsx'
import { PolicyMap } from '../summary/PolicyMap.tsx'
import { TransactionsCard } from '../transactions/TransactionsCard.tsx'
import { InvoicesCard } from './InvoicesCard.tsx'
import { OverviewCard } from './OverviewCard.tsx'
import { PolicyActions } from './PolicyActions.tsx'
import './policy.css'
import { useConfirmation, usePlace, useTransactions } from '../base/usePolicy.ts'
import { PremiumFacts } from '../summary/PremiumFacts.tsx'
import { TaskBox } from './TaskBox.tsx'
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
  const transactions = useTransactions(policyNo)
  const { location, isPending: isLocating } = usePlace(policyNo)
  const wizard = useWizardFlag()
  const policy = confirmation.data?.payload
  const current = transactions.data?.at(-1)
  useShowProduct(policy?.productId)

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
      {policy ? <TaskBox policy={policy} onStart={wizard.open} /> : <Skeleton height={120} label="Loading the tasks" />}
      <div className="policy-page" data-faded={policy && isOver(policy.status) ? '' : undefined}>
        <div className="policy-side">
          {isLocating ? (
            <Skeleton height={450} label="Loading the map" />
          ) : (
            <PolicyMap
              location={location}
              countyFips={current?.countyFips}
              label={`Map of ${policy?.address ?? 'the insured property'}`}
              canAct={policy ? !policy.viewer.isReadonly : false}
            />
          )}
          {policy && <PolicyActions policy={policy} />}
          {policy && <LienholderPanel policy={policy} />}
          {policy && <AgencyCard policy={policy} />}
          <Card title="Premium" className="policy-premium">
            {policy ? <PremiumFacts policy={policy} /> : <Skeleton lines={5} />}
          </Card>
        </div>
        <div className="policy-main">
          {policy && <EndorseButtons policy={policy} />}
          {policy ? (
            <OverviewCard policy={policy} transaction={current} />
          ) : (
            <Skeleton height={320} label="Loading the overview" />
          )}
          <PolicyHistoryCard policyNo={policyNo} />
          {policy && <InvoicesCard policy={policy} onPay={() => wizard.open('pay')} />}
          {policy && <PaymentMethodsCard policy={policy} />}
          {policy && <PaymentsCard policy={policy} />}
          {policy && <DocumentsCard policy={policy} />}
          {policy && <ClaimsCard policy={policy} />}
          <Section title="Coverages" what="the coverages" rows={6} query={transactions}>
            {(all) => {
              const last = all.at(-1)
              return last && <CoverageTable transaction={last} />
            }}
          </Section>
          <TransactionsCard policyNo={policyNo} />
        </div>
      </div>
      {wizard.start && <WizardDialog policyNo={policyNo} start={wizard.start} onClose={wizard.close} />}
    </div>
  )
}
