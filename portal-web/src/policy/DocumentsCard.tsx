import { useQuery } from '@tanstack/react-query'
import type { PolicyDocument } from '@tideline/sdk'
import { listLatestDocumentsOptions } from '@tideline/sdk/query'
import { api } from '../session/api.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Day } from '../ui/Day.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { QueryFace } from '../ui/QueryFace.tsx'
import { StatusTag } from '../ui/StatusTag.tsx'
import { Table } from '../ui/Table.tsx'
import { useOpenFile } from './useOpenFile.ts'

/** Whether a party has signed; nothing when it has nothing to sign. */
function Signed({ of: document, party }: { of: PolicyDocument; party: 1 | 2 }) {
  const slots = document.signatures.filter((signature) => signature.party === party)
  if (!document.partiesToSign.includes(party) || slots.length === 0) return <span className="muted">–</span>
  return (
    <StatusTag
      status={slots.every(({ signedByName, signedAt }) => signedByName && signedAt) ? 'Signed' : 'Not signed'}
    />
  )
}

function Name({ of: document, onOpen }: { of: PolicyDocument; onOpen: (link: string) => void }) {
  const link = document.versions[0]?.link
  if (document.restriction || !link)
    return (
      <span>
        {document.docName}
        {document.restriction && <span className="field-help"> {document.restriction}</span>}
      </span>
    )
  return (
    <Button variant="quiet" onClick={() => onOpen(link)}>
      {document.docName}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </Button>
  )
}

export function DocumentsCard({ policyNo }: { policyNo: string }) {
  const documents = useQuery({
    ...listLatestDocumentsOptions({ client: api.client, path: { policyNo } }),
    meta: { errors: 'face' },
  })
  const file = useOpenFile()
  const rows = documents.data?.payload
  return (
    <Card title="Policy Documents">
      <QueryFace
        query={documents}
        lines={4}
        label="Loading the documents"
        problem="The documents could not be loaded"
      />
      {rows?.length === 0 && (
        <EmptyState title="No documents yet" text="Documents appear here once the policy is bound." />
      )}
      {rows && rows.length > 0 && (
        <Table
          caption="Policy documents"
          rows={rows}
          rowKey={({ policyDocId }) => policyDocId}
          columns={[
            {
              key: 'name',
              header: 'Name',
              isRowHeader: true,
              cell: (row) => <Name of={row} onOpen={(document) => file.open({ document })} />,
            },
            {
              key: 'modified',
              header: 'Last Modified',
              cell: ({ versions }) => <Day value={versions[0]?.createdAt} />,
            },
            { key: 'insured', header: 'Insured Signed', cell: (row) => <Signed of={row} party={2} /> },
            { key: 'agent', header: 'Agent Signed', cell: (row) => <Signed of={row} party={1} /> },
          ]}
        />
      )}
    </Card>
  )
}
