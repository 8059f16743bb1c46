import { Link as MuiLink, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { AdminDelinquencyPlan } from '@tideline/sdk'
import { previewDelinquencyPlanOptions, simulateDelinquencyPlanOptions } from '@tideline/sdk/query'
import { formatDateTime, formatMoney, formatNumber } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Show, useRecordContext } from 'react-admin'
import { Link } from 'react-router'
import { getProductName } from '../kit/fields/products.ts'
import { getPayload } from '../kit/get-payload.ts'
import { DescriptionList } from '../kit/records/DescriptionList.tsx'
import { KeyFigures } from '../kit/records/KeyFigures.tsx'
import { RecordLayout } from '../kit/records/RecordLayout.tsx'
import { Section, SectionState } from '../kit/records/Section.tsx'
import { SimpleTable } from '../kit/tables/SimpleTable.tsx'
import { StateTag } from '../kit/tables/StateChip.tsx'
import { PlanActions } from './actions/PlanActions.tsx'
import { DryRunTable } from './DryRunTable.tsx'
import { agencyStepLabels, getPlanStatus, getPlanSteps } from './labels.ts'

function DryRunSection({ version }: { version: number }) {
  const options = { client: api.client, path: { version } }
  const today = useQuery({ ...previewDelinquencyPlanOptions(options), select: getPayload })
  const past = useQuery({ ...simulateDelinquencyPlanOptions(options), select: getPayload })
  return (
    <Section title="Dry run">
      <Typography gutterBottom color="text.secondary">
        The steps that this version would start today, and those that it would have started in the last 90 days. The
        past period does not consider holds and the daily limit, and counts letters as mailed on the day of the notice.
      </Typography>
      <SectionState query={today}>
        <SectionState query={past}>
          {today.data ? <DryRunTable today={today.data} past={past.data} /> : null}
        </SectionState>
      </SectionState>
    </Section>
  )
}

function Plan() {
  const plan = useRecordContext<AdminDelinquencyPlan>()
  if (!plan) return null
  return (
    <RecordLayout
      title={`Delinquency plan, version ${plan.version}`}
      status={<StateTag {...getPlanStatus(plan)} />}
      actions={<PlanActions plan={plan} />}
      activity={{ subjectId: String(plan.version) }}
    >
      <KeyFigures
        figures={[
          ['Product', getProductName(plan.productId)],
          ...(plan.createdAt ? [['Created', `${formatDateTime(plan.createdAt)} by ${plan.createdBy}`] as const] : []),
          ...(plan.activatedAt ? [['Activated', formatDateTime(plan.activatedAt)] as const] : []),
        ]}
      />
      <Section title="Steps">
        <SimpleTable
          label="Date of each step"
          rows={getPlanSteps(plan)}
          rowKey={({ step }) => step}
          columns={[
            { heading: 'Step', cell: ({ step }) => step },
            { heading: 'When', cell: ({ when }) => when },
          ]}
        />
      </Section>
      <Section title="Notices of cancellation">
        <DescriptionList
          facts={{
            'Default notice days': (
              <>
                {plan.defaultNoticeDays}, in states without a{' '}
                <MuiLink component={Link} to="/noticePeriods">
                  notice period
                </MuiLink>
              </>
            ),
            'Days to print and mail': `${plan.printDays}, added to the notice days in the date on the letter`,
            'Daily limit of notices': formatNumber(plan.dailyNoticeCap),
            'Emails to the agency': plan.agencySteps.map((step) => agencyStepLabels[step]).join(', ') || 'None',
            'Minimum endorsement balance':
              plan.minEndorsementAmount > 0
                ? `${formatMoney(plan.minEndorsementAmount)}; lower balances do not cancel a policy`
                : 'None; any endorsement balance above the write-off limit can cancel a policy',
          }}
        />
      </Section>
      <DryRunSection version={plan.version} />
    </RecordLayout>
  )
}

/** The page of a version of the delinquency plan, with its steps, limits and dry run. */
export default function DelinquencyPlanShow() {
  return (
    <Show title="Delinquency plan" actions={false}>
      <Plan />
    </Show>
  )
}
