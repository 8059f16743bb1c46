import { Box } from '@mui/material'
import type { AdminPolicy } from '@tideline/sdk'
import { exportAdminPolicies } from '@tideline/sdk/operations'
import { DataTable } from 'react-admin'
import { productNames } from '../kit/products.ts'
import { DateColumn, MoneyColumn } from '../kit/tables/columns.tsx'
import { DoneIcon } from '../kit/tables/DoneIcon.tsx'
import { ResourceList } from '../kit/tables/ResourceList.tsx'
import { PolicyBulkActions } from './actions/PolicyBulkActions.tsx'
import { policyFilters } from './filters.tsx'
import { DueStateChip, PolicyStatusCell } from './PolicyStatusChip.tsx'

const Column = DataTable.Col<AdminPolicy>

/**
 * Style for a column of long text. The column takes the remaining width so that amounts are never cut off.
 * `maxWidth: 0` keeps the text from widening the column; `minWidth` keeps the text readable.
 */
const flexible = { width: '50%', maxWidth: { sm: 0 }, minWidth: { sm: 92 } }

/** One line of text, shortened with an ellipsis. The tooltip shows the full text. */
const OneLine = ({ text }: { text: string }) => (
  <Box
    component="span"
    title={text}
    sx={{
      display: 'block',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: { sm: 'nowrap' },
    }}
  >
    {text}
  </Box>
)

export const PolicyList = () => (
  <ResourceList<AdminPolicy>
    title="Policies"
    noun={['policy', 'policies']}
    emptyHint="Policies that are bound, imported or renewed appear here."
    filters={policyFilters}
    bulkActions={<PolicyBulkActions />}
    sort={{ field: 'inceptionDate', order: 'DESC' }}
    rowClick="edit"
    hidden={['productId', 'dueState', 'dueDate', 'currentlyDue']}
    foldFirst={['productId', 'agencyNo', 'address', 'inceptionDate', 'dueDate']}
    exportBy={exportAdminPolicies}
  >
    <Column source="policyNo" label="Policy" />
    <Column source="status" disableSort render={(policy) => <PolicyStatusCell {...policy} />} />
    <Column
      source="insuredName"
      label="Insured"
      cellSx={() => flexible}
      render={(policy) => <OneLine text={policy.insuredName} />}
    />
    <Column
      source="address"
      disableSort
      cellSx={() => flexible}
      render={(policy) => <OneLine text={policy.address ?? ''} />}
    />
    <Column source="productId" label="Product" disableSort render={(policy) => productNames[policy.productId]} />
    <Column source="agencyNo" label="Agency" />
    <DateColumn source="inceptionDate" label="Inception" />
    <Column source="isSigned" label="Signed" disableSort render={({ isSigned }) => <DoneIcon is={isSigned} />} />
    <Column source="isPaid" label="Paid" disableSort render={({ isPaid }) => <DoneIcon is={isPaid} />} />
    <MoneyColumn source="totalPremium" label="Premium" />
    <Column
      source="dueState"
      label="Payment"
      disableSort
      render={({ dueState }) => <DueStateChip dueState={dueState} />}
    />
    <DateColumn source="dueDate" label="Due date" disableSort />
    <MoneyColumn source="currentlyDue" label="Due now" disableSort />
    <MoneyColumn source="totalDue" label="Balance" />
  </ResourceList>
)
