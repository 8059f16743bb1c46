import { Typography } from '@mui/material'
import type { AdminDelinquencyPlanCreate } from '@tideline/sdk'
import { CheckboxGroupInput, Create, NumberInput, required, SelectInput, SimpleForm } from 'react-admin'
import { toChoices } from '../kit/fields/choices.ts'
import { productChoices } from '../kit/fields/products.ts'
import { agencyStepLabels } from './labels.ts'

/** The form's initial values: the day counts of the plan's first version. */
const defaults: AdminDelinquencyPlanCreate = {
  productId: null,
  ...{ invoiceDaysBefore: 20, renewalInvoiceDaysBefore: 45, reminderDaysBefore: 7, pastDueNoticeDaysAfter: 5 },
  ...{ termCancellationDaysAfter: 30, otherCancellationDaysAfter: 10, defaultNoticeDays: 10, printDays: 5 },
  ...{ dailyNoticeCap: 500, minEndorsementAmount: 0, agencySteps: ['pastDueNotice', 'cancellationNotice'] },
}

const DayInput = (props: {
  source: keyof AdminDelinquencyPlanCreate
  label: string
  min?: number
  max?: number
  helperText?: string
}) => <NumberInput min={0} max={120} {...props} validate={required()} />

/** The form for a new draft of the delinquency plan. */
export default function DelinquencyPlanCreate() {
  return (
    <Create
      title="New delinquency plan"
      redirect="show"
      transform={(plan: AdminDelinquencyPlanCreate) => ({ ...plan, productId: plan.productId || null })}
    >
      <SimpleForm defaultValues={defaults}>
        <Typography>The draft has no effect until it is activated.</Typography>
        <SelectInput
          source="productId"
          label="Product"
          choices={productChoices}
          emptyText="All products"
          helperText="A version for one product takes precedence over the version for all products."
        />
        <DayInput source="invoiceDaysBefore" label="Invoice, days before the due date" />
        <DayInput source="renewalInvoiceDaysBefore" label="Renewal invoice, days before the due date" />
        <DayInput source="reminderDaysBefore" label="Reminder, days before the due date" />
        <DayInput source="pastDueNoticeDaysAfter" label="Past-due notice, days after the due date" min={1} />
        <DayInput
          source="termCancellationDaysAfter"
          label="Notice of cancellation for new business and renewals, days after the due date"
          min={1}
          max={365}
        />
        <DayInput
          source="otherCancellationDaysAfter"
          label="Notice of cancellation for other amounts, days after the due date"
          min={1}
          max={365}
        />
        <DayInput
          source="defaultNoticeDays"
          label="Default notice days"
          min={10}
          helperText="Full days between the mailing and the end of coverage, in states without a notice period."
        />
        <DayInput
          source="printDays"
          label="Days to print and mail"
          max={30}
          helperText="Added to the notice days in the date on the letter."
        />
        <DayInput
          source="dailyNoticeCap"
          label="Daily limit of notices"
          max={100_000}
          helperText="Past-due notices and notices of cancellation above the limit are sent on the next day."
        />
        <DayInput
          source="minEndorsementAmount"
          label="Minimum endorsement balance in dollars"
          max={10_000}
          helperText="A policy that owes only endorsements is not cancelled if they total less. 0 for no minimum."
        />
        <CheckboxGroupInput
          source="agencySteps"
          label="Emails to the agency"
          choices={toChoices(agencyStepLabels)}
          helperText="The policyholder and the lienholders always get their notices."
        />
      </SimpleForm>
    </Create>
  )
}
