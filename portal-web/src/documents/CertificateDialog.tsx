import { useQuery } from '@tanstack/react-query'
import type { PolicyConfirmation, PolicyDocumentVersion } from '@tideline/sdk'
import { verifyElevationCertificate } from '@tideline/sdk/operations'
import { getElevationReadingOptions } from '@tideline/sdk/query'
import { getErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { Table } from '@tideline/web-kit/ui/Table.tsx'
import { showToast } from '@tideline/web-kit/ui/toast-queue.ts'
import { useOpenFile } from '../base/useOpenFile.ts'
import { usePolicyTransactions } from '../base/usePolicy.ts'
import { unreadableCertificateText } from './upload-queue.ts'

interface CertificateDialogProps {
  policy: PolicyConfirmation
  version: PolicyDocumentVersion
  onClose: () => void
}

const outcomes = [
  { status: 8, label: 'Correction Endorsement Requested', variant: 'secondary' },
  { status: 6, label: 'Verified as Correct', variant: 'primary' },
] as const

const feet = (elevation: number | null | undefined) => (elevation == null ? '–' : `${elevation} ft`)

/**
 * A dialog that compares the values of an elevation certificate and the policy. Staff can then accept or reject the
 * certificate (DOC-4).
 */
export function CertificateDialog({ policy, version, onClose }: CertificateDialogProps) {
  const { policyDocVerId, link } = version
  const file = useOpenFile()
  const reading = useQuery({
    ...getElevationReadingOptions({ client: api.client, path: { policyDocVerId } }),
    meta: { errors: 'inline' },
  })
  const ecElevation = usePolicyTransactions(policy.policyNo).data?.at(-1)?.ecElevation
  const decide = useAction(
    (status: 6 | 8) => api.call(verifyElevationCertificate, { path: { policyDocVerId, status } }),
    {
      changes: ['listLatestDocuments', 'getElevationReading'],
      successToast: 'Changes were submitted!',
      onDone: onClose,
      // Shows a failure in a toast, as specified. The dialog stays open so that staff can try again.
      onFailed: (error) =>
        showToast({ tone: 'error', title: 'There was an error posting these changes', text: getErrorMessage(error) }),
    },
  )
  const read = reading.data?.payload
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Elevation Certificate Review"
      dismissable={!decide.isBusy}
      footer={outcomes.map(({ status, label, variant }) => (
        <Button
          key={status}
          variant={variant}
          busy={decide.isBusy}
          busyLabel="Submitting…"
          disabledReason={read ? undefined : 'The certificate is still being processed.'}
          onClick={() => decide.run(status)}
        >
          {label}
        </Button>
      ))}
    >
      <QueryState
        query={reading}
        lines={5}
        label="Loading the certificate"
        problem="The certificate could not be loaded"
      />
      {read && (
        <div className="stack">
          {!read.isReadable && <Alert tone="warning">{unreadableCertificateText}</Alert>}
          {read.invalidReason && <Alert tone="warning">{read.invalidReason}</Alert>}
          <Table
            caption="Certificate and policy compared"
            rows={[
              { what: 'Property', certificate: read.scannedAddress ?? '–', policy: policy.address ?? policy.address1 },
              { what: 'Elevation', certificate: feet(read.c2A), policy: feet(ecElevation) },
              { what: 'C2.e', certificate: feet(read.c2E), policy: '–' },
              { what: 'Based on', certificate: read.elevationBasedOn ?? '–', policy: '–' },
              { what: 'Diagram', certificate: read.forCode ?? '–', policy: '–' },
            ]}
            rowKey={({ what }) => what}
            columns={[
              { key: 'what', header: 'Item', cell: ({ what }) => what, isRowHeader: true },
              { key: 'certificate', header: 'Certificate', cell: ({ certificate }) => certificate },
              { key: 'policy', header: 'Policy', cell: (row) => row.policy },
            ]}
          />
          {link && (
            <Button variant="quiet" onClick={() => file.open({ document: link })}>
              Open the certificate
              <span className="visually-hidden"> (opens in a new tab)</span>
            </Button>
          )}
        </div>
      )}
    </Dialog>
  )
}
