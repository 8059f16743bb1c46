import type { PolicyTransaction } from '@tideline/sdk'
import { formatDate, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { Table } from '@tideline/web-kit/ui/Table.tsx'
import { useState } from 'react'
import { isActionAllowed } from '../base/policy-permissions.ts'
import { usePolicyConfirmation } from '../base/usePolicy.ts'
import { ReverseEndorsementDialog } from './ReverseEndorsementDialog.tsx'
import { TransactionGrid } from './TransactionGrid.tsx'
import { getTransactionChanges } from './transaction-changes.ts'
import { getTransactionRows, type TransactionRow } from './transaction-rows.ts'

interface EndorsementDialogProps {
  policyNo: string
  /** Single endorsement, or a group of endorsements that can be viewed one by one. */
  row: TransactionRow
  /** All transactions of the policy, oldest first. */
  all: readonly PolicyTransaction[]
  onClose: () => void
}

function Detail({ endorsement, before }: { endorsement: PolicyTransaction; before: PolicyTransaction | undefined }) {
  const changes = before ? getTransactionChanges(before, endorsement) : []
  return (
    <>
      <DetailList
        inColumns
        facts={[
          { label: 'Post Date', value: formatDate(endorsement.postDate) },
          { label: 'Effective Date', value: formatDate(endorsement.effectiveDate) },
          { label: 'User Name', value: endorsement.userName },
          { label: 'User Description', value: endorsement.userDescription },
          {
            label: 'Premium of this transaction',
            value: endorsement.tnxTotalPremium === undefined ? undefined : formatMoney(endorsement.tnxTotalPremium),
          },
          { label: 'Notes', value: endorsement.transactionNotes },
        ]}
      />
      {changes.length === 0 ? (
        <p className="muted">No changes to the details shown here.</p>
      ) : (
        <Table
          caption="What changed"
          rows={changes}
          rowKey={({ what }) => what}
          columns={[
            { key: 'what', header: 'Changed', cell: ({ what }) => what, isRowHeader: true },
            { key: 'before', header: 'Before', cell: ({ before: was }) => was },
            { key: 'after', header: 'After', cell: ({ after }) => after },
          ]}
        />
      )}
    </>
  )
}

/** Dialog that shows what an endorsement changed. For a group, it first lists the endorsements. */
export function EndorsementDialog({ policyNo, row, all, onClose }: EndorsementDialogProps) {
  const isGroup = row.transactions.length > 1
  const [chosen, setChosen] = useState(isGroup ? undefined : row.transactions[0])
  const policy = usePolicyConfirmation(policyNo).data?.payload
  const mayReverse = chosen && policy && isActionAllowed(policy, 'reverseEndorsement')
  const [isReversing, setIsReversing] = useState(false)
  const before = chosen && all[all.indexOf(chosen) - 1]
  if (chosen && isReversing) return <ReverseEndorsementDialog {...{ policyNo, onClose }} endorsement={chosen} />
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={chosen ? `Endorsement for ${policyNo}` : `Grouped Endorsements for ${policyNo}`}
      size="large"
      footer={
        <>
          {isGroup && chosen && (
            <Button variant="secondary" onClick={() => setChosen(undefined)}>
              Back to group
            </Button>
          )}
          {mayReverse && (
            <Button variant="secondary" onClick={() => setIsReversing(true)}>
              Reverse
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {chosen ? (
        <Detail endorsement={chosen} before={before} />
      ) : (
        <TransactionGrid
          caption="Grouped endorsements"
          viewFirst
          rows={getTransactionRows(row.transactions.map(({ groupId: _group, ...one }) => one))}
          onView={(one) =>
            setChosen(row.transactions.find(({ policyTransactionId }) => policyTransactionId === one.key))
          }
        />
      )}
    </Dialog>
  )
}
