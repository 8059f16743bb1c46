import { useQuery } from '@tanstack/react-query'
import type { PolicyConfirmation, PolicyDocument } from '@tideline/sdk'
import { listLatestDocumentsOptions } from '@tideline/sdk/query'
import { getDocumentName, getToday } from '@tideline/web-kit/labels/labels.ts'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { Section } from '@tideline/web-kit/screen/Section.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { DateText } from '@tideline/web-kit/ui/DateText.tsx'
import { StatusTag } from '@tideline/web-kit/ui/StatusTag.tsx'
import { Table, type TableColumn } from '@tideline/web-kit/ui/Table.tsx'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { PolicyCard } from '../base/policy-card.ts'
import { isActionAllowed } from '../base/policy-permissions.ts'
import { useOpenFile } from '../base/useOpenFile.ts'
import { usePolicyTransactions } from '../base/usePolicy.ts'
import './documents.css'
import { CertificateReviewTag } from './CertificateReviewTag.tsx'
import { canDeleteDocument, DeleteDocumentButton } from './DeleteDocumentButton.tsx'
import { hasPartySigned } from './has-party-signed.ts'
import { SignedCell } from './SignedCell.tsx'
import { getPresetDocumentType } from './upload-flag.ts'
import {
  certificateRequiredText,
  needsCertificate,
  needsWaiverProof,
  unreadableCertificateText,
  waiverProofRequiredText,
} from './upload-queue.ts'

const ProofLinksDialog = lazyDialog(() => import('../proof-links/ProofLinksDialog.tsx'), 'ProofLinksDialog')
const UploadDialog = lazyDialog(() => import('./UploadDialog.tsx'), 'UploadDialog')

function Name({ of: document, onOpen }: { of: PolicyDocument; onOpen: (link: string) => void }) {
  const link = document.versions[0]?.link
  if (document.restriction || !link)
    return (
      <span>
        {getDocumentName(document.docName)}
        {document.restriction && <span className="muted small"> {document.restriction}</span>}
      </span>
    )
  return (
    <Button variant="quiet" onClick={() => onOpen(link)}>
      {getDocumentName(document.docName)}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </Button>
  )
}

/** The notice for a certificate that was saved but could not be read. */
const UnreadableCertificateNotice = () => (
  <p className="not-read">
    <StatusTag status="Not read" /> <span className="muted small">{unreadableCertificateText}</span>
  </p>
)

/** The policy's documents. Viewers with permission can add files, and staff can delete them (DOC-5). */
export function DocumentsCard({ policy }: { policy: PolicyConfirmation }) {
  const { policyNo, viewer } = policy
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const place = useRef<HTMLDivElement>(null)
  const [isAdding, setIsAdding] = useState(false)
  const [isSharing, setIsSharing] = useState(false)
  const preset = getPresetDocumentType(hash)
  const [isLinked, setIsLinked] = useState(preset !== undefined)
  if (preset !== undefined && !isLinked) setIsLinked(true)
  const mayUpload = isActionAllowed(policy, 'uploadDocuments')
  const isOpen = mayUpload && (isAdding || preset !== undefined)
  useEffect(() => {
    if (preset !== undefined) place.current?.scrollIntoView()
  }, [preset])
  const close = () => {
    setIsAdding(false)
    if (preset !== undefined) void navigate({ pathname, search, hash: '' }, { replace: true, preventScrollReset: true })
  }
  const documents = useQuery({
    ...listLatestDocumentsOptions({ client: api.client, path: { policyNo } }),
    meta: { errors: 'inline' },
  })
  const file = useOpenFile()
  const rows = documents.data?.payload
  const uploadedTypes = rows?.filter(({ versions }) => versions[0]?.isUpload).map(({ docTypeId }) => docTypeId)
  const ecElevation = usePolicyTransactions(policyNo).data?.at(-1)?.ecElevation
  const showsCertificate = uploadedTypes !== undefined && needsCertificate({ ecElevation, uploadedTypes })
  const showsClosing =
    uploadedTypes !== undefined &&
    needsWaiverProof({
      hasImmediateClosing: policy.hasImmediateClosing,
      inceptionDate: policy.inceptionDate,
      today: getToday(new Date()),
      uploadedTypes,
    })
  const mayToggle = isActionAllowed(policy, 'toggleSigned')
  const mayReview = isActionAllowed(policy, 'reviewElevationCertificate')
  // Hides the signatures from read-only users (SIGN-11).
  const signedColumns: TableColumn<PolicyDocument>[] = viewer.isReadonly
    ? []
    : [
        {
          key: 'insured',
          header: 'Insured Signed',
          isLabelled: true,
          isEmpty: (row) => hasPartySigned(row, 2) === undefined,
          cell: (row) => <SignedCell of={row} party={2} {...{ policyNo, mayToggle }} />,
        },
        {
          key: 'agent',
          header: 'Agent Signed',
          isLabelled: true,
          isEmpty: (row) => hasPartySigned(row, 1) === undefined,
          cell: (row) => <SignedCell of={row} party={1} {...{ policyNo, mayToggle }} />,
        },
      ]
  const deleteColumn: TableColumn<PolicyDocument>[] = isActionAllowed(policy, 'deleteDocuments')
    ? [
        {
          key: 'delete',
          header: 'Delete',
          isEmpty: (row) => !canDeleteDocument(row),
          cell: (row) => <DeleteDocumentButton policyNo={policyNo} document={row} />,
        },
      ]
    : []
  return (
    <>
      <Section
        title="Policy Documents"
        // Collapses the section on phones if the policy is cancelled or expired, unless a link opened it.
        fold={(policy.isPolicyCancelled || policy.isExpired) && !isLinked ? 'narrow' : undefined}
        subject="the documents"
        rows={4}
        query={documents}
        empty={({ payload }) =>
          payload.length === 0
            ? { title: 'No documents yet', text: 'Documents appear here once the policy is bound.' }
            : undefined
        }
        lead={
          <>
            <div ref={place} />
            {showsClosing && <Alert tone="warning">{waiverProofRequiredText}</Alert>}
            {showsCertificate && <Alert tone="warning">{certificateRequiredText}</Alert>}
          </>
        }
        actions={
          <>
            <Button variant="secondary" onClick={() => setIsSharing(true)}>
              Proof of Insurance
            </Button>
            {mayUpload && (
              <Button variant="secondary" onClick={() => setIsAdding(true)}>
                Add Document
              </Button>
            )}
          </>
        }
      >
        {({ payload }) => (
          <Table
            caption="Policy documents"
            rows={payload}
            rowKey={({ policyDocId }) => policyDocId}
            cards={[
              ['name', 'modified'],
              ...deleteColumn.map(({ key }) => [key, key] as const),
              ...signedColumns.map(({ key }) => [key, key] as const),
            ]}
            columns={[
              {
                key: 'name',
                header: 'Name',
                isRowHeader: true,
                cell: (row) => (
                  <div>
                    <Name of={row} onOpen={(document) => file.open({ document })} />
                    {row.versions[0]?.isUnreadable && <UnreadableCertificateNotice />}
                    {mayReview && <CertificateReviewTag policy={policy} document={row} />}
                  </div>
                ),
              },
              {
                key: 'modified',
                header: 'Last Modified',
                cell: ({ versions }) => <DateText value={versions[0]?.createdAt} />,
              },
              ...signedColumns,
              ...deleteColumn,
            ]}
          />
        )}
      </Section>
      {isSharing && (
        <ProofLinksDialog policyNo={policyNo} isReadonly={viewer.isReadonly} onClose={() => setIsSharing(false)} />
      )}
      {isOpen && <UploadDialog policyNo={policyNo} preset={preset} onClose={close} />}
    </>
  )
}

export const card: PolicyCard = { column: 'main', order: 70, isDeferred: true, PolicyComponent: DocumentsCard }
