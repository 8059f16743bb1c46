import { Button } from '@mui/material'
import type { NonpaymentLetter } from '@tideline/sdk'
import { getLetterTitle, letterKinds } from '@tideline/sdk/words'
import { DataTable, TextInput, usePermissions } from 'react-admin'
import { Link } from 'react-router'
import { toChoices } from '../kit/fields/choices.ts'
import { DateColumn } from '../kit/tables/columns.tsx'
import { SelectFilter } from '../kit/tables/filters.tsx'
import { ResourceList } from '../kit/tables/ResourceList.tsx'
import { StateTag } from '../kit/tables/StateChip.tsx'
import { ExportLettersButton } from './actions/ExportLettersButton.tsx'
import { LetterActions } from './actions/LetterActions.tsx'
import { letterStateLabels } from './labels.ts'

/** The states, after the filter for letters that staff must mail (UI-41). */
const stateChoices = [{ id: 'unmailed', name: 'To mail' }, ...toChoices(letterStateLabels)]

const filters = [
  <SelectFilter key="state" source="state" label="Status" alwaysOn choices={stateChoices} />,
  <SelectFilter key="kind" source="kind" label="Letter" alwaysOn choices={[...letterKinds]} />,
  <TextInput key="policyNo" source="policyNo" label="Policy number" />,
]

function Actions() {
  const { permissions: roles = [] } = usePermissions<string[]>()
  return (
    <>
      <Button component={Link} to="/print-queue/exports" size="small">
        Letter exports
      </Button>
      {roles.includes('readonly') ? null : <ExportLettersButton />}
    </>
  )
}

const Column = DataTable.Col<NonpaymentLetter>

/** The print queue: letters about unpaid amounts. Shows the letters to mail first (UI-41). */
export default function PrintQueueList() {
  return (
    <ResourceList<NonpaymentLetter>
      title="Print Queue"
      noun={['letter', 'letters']}
      emptyHint="Letters about unpaid amounts appear here."
      emptyWorkList="No letters to mail"
      filters={filters}
      filterDefaultValues={{ state: 'unmailed' }}
      actions={<Actions />}
      sort={{ field: 'createdAt', order: 'DESC' }}
      rowClick={({ noticeId, policyNo }) =>
        noticeId ? `/cancellation-notices/${noticeId}` : `/billing/policies/${policyNo}`
      }
    >
      <Column source="policyNo" label="Policy" disableSort />
      <Column source="kind" label="Letter" disableSort render={({ kind }) => getLetterTitle(kind)} />
      <Column source="recipientName" label="Recipient" disableSort />
      <Column
        source="state"
        label="Status"
        disableSort
        render={({ state }) => <StateTag {...letterStateLabels[state]} />}
      />
      <DateColumn source="createdAt" label="Queued" />
      <DateColumn source="printedDate" label="Coverage ends" disableSort />
      <DateColumn source="mailedOn" label="Mailing date" disableSort />
      <Column
        source="id"
        label="Actions"
        className="actions-column"
        disableSort
        render={(letter) => <LetterActions letter={letter} />}
      />
    </ResourceList>
  )
}
