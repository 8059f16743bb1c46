import { formatDate } from '@tideline/web-kit/formats/format.ts'
import { useTransactionTypes } from '@tideline/web-kit/screen/useTransactionTypes.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { DateText } from '@tideline/web-kit/ui/DateText.tsx'
import { Money } from '@tideline/web-kit/ui/Money.tsx'
import { Table, type TableColumn } from '@tideline/web-kit/ui/Table.tsx'
import { getDisplayedTransaction, type TransactionRow } from './transaction-rows.ts'

interface TransactionGridProps {
  caption: string
  rows: readonly TransactionRow[]
  /** True to show the View column first, as in a group. */
  viewFirst?: boolean
  onView: (row: TransactionRow) => void
}

/** Transaction types with a View button. All of them are endorsements or groups of endorsements. */
const viewable: readonly string[] = ['EB', 'EBM', 'EBO', 'Grouped']
const canBeViewed = ({ type }: TransactionRow) => viewable.includes(type)

/** Returns the label of a row for screen readers, such as "Endorsement, posted 03/01/2026". */
function describeTransaction(row: TransactionRow, types: ReadonlyMap<string, string>): string {
  const { postDate } = getDisplayedTransaction(row)
  return `${types.get(row.type) ?? row.type}, posted ${formatDate(postDate)}`
}

/** Table of transactions with dates, descriptions, and premiums (UI-3). Unknown transaction types appear as codes. */
export function TransactionGrid({ caption, rows, viewFirst = false, onView }: TransactionGridProps) {
  const types = useTransactionTypes()
  const view: TableColumn<TransactionRow> = {
    key: 'view',
    header: 'View',
    isActions: true,
    cell: (row) =>
      canBeViewed(row) && (
        <Button variant="quiet" onClick={() => onView(row)}>
          View<span className="visually-hidden"> {describeTransaction(row, types)}</span>
        </Button>
      ),
  }
  const columns: TableColumn<TransactionRow>[] = [
    { key: 'post', header: 'Post Date', cell: (row) => <DateText value={getDisplayedTransaction(row).postDate} /> },
    {
      key: 'effective',
      header: 'Effective Date',
      cell: (row) => <DateText value={getDisplayedTransaction(row).effectiveDate} />,
    },
    { key: 'description', header: 'Description', cell: ({ type }) => types.get(type) ?? type, isRowHeader: true },
    {
      key: 'total',
      header: 'Total Premium',
      cell: (row) => <Money amount={getDisplayedTransaction(row).totalPremium} />,
      isNumber: true,
    },
    { key: 'user', header: 'User Description', cell: (row) => getDisplayedTransaction(row).userDescription ?? '–' },
    { key: 'name', header: 'User Name', cell: (row) => getDisplayedTransaction(row).userName ?? '–' },
  ]
  return (
    <Table
      caption={caption}
      rows={rows}
      rowKey={({ key }) => key}
      columns={viewFirst ? [view, ...columns] : [...columns, view]}
    />
  )
}
