import { Button, Stack, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { AgencyContactInfo, AgencyRegistration } from '@tideline/sdk'
import { approveAgencyRegistration, sendAgencyRegistration } from '@tideline/sdk/operations'
import { getAgencyRegistrationOptions } from '@tideline/sdk/query'
import { formatDate, formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { usePermissions } from 'react-admin'
import { ActionButton } from '../kit/ActionButton.tsx'
import { Alert } from '../kit/Alert.tsx'
import { PreviewedActionDialog } from '../kit/dialogs/PreviewedActionDialog.tsx'
import { getPayload } from '../kit/get-payload.ts'
import { DescriptionList } from '../kit/records/DescriptionList.tsx'
import { SectionState } from '../kit/records/Section.tsx'
import { useAction } from '../kit/useAction.ts'
import { getAgencyStatusName } from './labels.ts'

/** The form that sends the registration link. The first contact is the default recipient. */
function SendRegistrationLinkForm({ agencyNo, contact }: { agencyNo: string; contact: AgencyContactInfo | undefined }) {
  const [person, setPerson] = useState({
    FirstName: contact?.firstName ?? '',
    LastName: contact?.lastName ?? '',
    Email: contact?.email ?? '',
  })
  const send = useAction(() => api.call(sendAgencyRegistration, { path: { agencyNo }, body: person }), {
    changes: ['getAgency', 'getAgencyRegistration'],
    successMessage: ({ message }) => message,
  })
  const field = (name: keyof typeof person, label: string) => (
    <TextField
      size="small"
      label={label}
      value={person[name]}
      onChange={(event) => setPerson({ ...person, [name]: event.target.value })}
    />
  )
  const isReady = Object.values(person).every((text) => text.trim() !== '')
  return (
    <Stack spacing={1} sx={{ maxWidth: 480 }}>
      {send.problem ? <Alert severity="error">{send.problem.text}</Alert> : null}
      {field('FirstName', 'First name')}
      {field('LastName', 'Last name')}
      {field('Email', 'Email')}
      <ActionButton
        variant="contained"
        disabled={send.isBusy}
        disabledReason={isReady ? undefined : 'Enter the name and email of the contact.'}
        onClick={() => send.run()}
      >
        Send registration link
      </ActionButton>
    </Stack>
  )
}

interface ApproveAgencyDialogProps {
  registration: AgencyRegistration
  onClose: () => void
}

/** A dialog that approves an agency, after a summary of the agency's registration data. */
function ApproveAgencyDialog({ registration, onClose }: ApproveAgencyDialogProps) {
  const { agencyNo, company, form, documents } = registration
  return (
    <PreviewedActionDialog
      title={`Approve ${company} (${agencyNo})?`}
      submitLabel="Approve agency"
      size="medium"
      act={(dryRun) => api.call(approveAgencyRegistration, { path: { agencyNo }, ...dryRun })}
      successMessage="Agency approved"
      previewInput={agencyNo}
      preview={({ payload }) => (
        <DescriptionList
          facts={{
            'Status before': getAgencyStatusName(registration.status),
            'Status after': getAgencyStatusName(payload.status),
          }}
        />
      )}
      onClose={onClose}
    >
      <DescriptionList
        facts={{
          'Tax ID': form.taxId,
          Address: [form.addr1, form.addr2, form.city, form.state, form.zip].filter(Boolean).join(', '),
          Phone: form.phone,
          Email: form.email,
          Licenses: form.licenses.map(({ state, licenseNo }) => `${state} ${licenseNo}`).join(', '),
          'E&O policy': [form.eoInsurer, form.eoPolicyNumber, form.eoExpiration && formatDate(form.eoExpiration)]
            .filter(Boolean)
            .join(', '),
          Bank: [form.bankName, form.bankRoutingNo, form.bankAccountNo].filter(Boolean).join(', '),
          Signed: documents
            .map(
              ({ docName, signedByName, signedAt }) => `${docName}: ${signedByName}, ${formatDateTime(signedAt ?? '')}`,
            )
            .join('; '),
        }}
      />
      <Typography sx={{ marginY: 2 }}>
        The agency becomes active, can write new business and earns commission. Its users are emailed how to log in.
      </Typography>
    </PreviewedActionDialog>
  )
}

/** A button that approves an agency. */
function ApproveAgencyButton({ registration }: { registration: AgencyRegistration }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="contained" onClick={() => setIsOpen(true)} sx={{ width: 'auto' }}>
        Approve agency
      </Button>
      {isOpen ? <ApproveAgencyDialog registration={registration} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}

const describeProgress = ({ status, isComplete, lastSent, missing }: AgencyRegistration) => {
  if (status !== 'P') return isComplete ? 'Registered by link and approved' : 'Registered manually'
  if (isComplete) return 'All documents are signed. Review what the agency submitted, then approve it.'
  if (!lastSent) return 'No link has been sent yet.'
  return missing.length > 0
    ? `Form in progress, ${missing.length} ${missing.length === 1 ? 'answer' : 'answers'} missing`
    : 'The form is complete. Documents are waiting for signature.'
}

/** The progress of an agency's registration, with the registration link and the approval (AGY-1). */
export function AgencyRegistrationSection({
  agencyNo,
  contact,
}: {
  agencyNo: string
  contact: AgencyContactInfo | undefined
}) {
  const { permissions: roles = [] } = usePermissions<string[]>()
  const query = useQuery({
    ...getAgencyRegistrationOptions({ client: api.client, path: { agencyNo } }),
    select: getPayload,
  })
  const { data } = query
  const mayAct = data?.status === 'P' && !roles.includes('readonly')
  return (
    <SectionState query={query}>
      {data ? (
        <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
          <Typography>{describeProgress(data)}</Typography>
          {data.lastSent ? (
            <Typography color="text.secondary">
              Link sent to {data.lastSent.to} on {formatDateTime(data.lastSent.at)}
            </Typography>
          ) : null}
          {data.documents.map(({ registrationDocId, docName, signedByName, signedAt }) => (
            <Typography key={registrationDocId}>
              {docName}: {signedAt ? `signed by ${signedByName}, ${formatDateTime(signedAt)}` : 'not signed'}
            </Typography>
          ))}
          {mayAct && data.isComplete ? <ApproveAgencyButton registration={data} /> : null}
          {mayAct && !data.isComplete ? <SendRegistrationLinkForm agencyNo={agencyNo} contact={contact} /> : null}
        </Stack>
      ) : null}
    </SectionState>
  )
}
