import { Alert, Button, Stack, TextField, Typography } from '@mui/material'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AgencyContactInfo, AgencyRegistration } from '@tideline/sdk'
import { approveAgencyRegistration, getAgencyRegistration, sendAgencyRegistration } from '@tideline/sdk/operations'
import { formatDate, formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { useNotify, usePermissions, useRefresh } from 'react-admin'
import { FormDialog } from '../kit/dialogs/FormDialog.tsx'
import { DescriptionList } from '../kit/records/DescriptionList.tsx'
import { SectionState } from '../kit/records/Section.tsx'

/** The form that sends the registration link. The first contact is the default recipient. */
function SendRegistrationLinkForm({ agencyNo, contact }: { agencyNo: string; contact: AgencyContactInfo | undefined }) {
  const [person, setPerson] = useState({
    FirstName: contact?.firstName ?? '',
    LastName: contact?.lastName ?? '',
    Email: contact?.email ?? '',
  })
  const notify = useNotify()
  const queries = useQueryClient()
  const send = useMutation({
    mutationFn: () => api.call(sendAgencyRegistration, { path: { agencyNo }, body: person }),
    onSuccess: async ({ message }) => {
      notify(message, { type: 'success' })
      await queries.invalidateQueries({ queryKey: ['agency', agencyNo] })
    },
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
      {send.isError ? <Alert severity="error">{send.error.message}</Alert> : null}
      {field('FirstName', 'First name')}
      {field('LastName', 'Last name')}
      {field('Email', 'Email')}
      <Button variant="contained" disabled={!isReady || send.isPending} onClick={() => send.mutate()}>
        Send registration link
      </Button>
    </Stack>
  )
}

/** A button that approves an agency. Shows a summary of the data that the agency submitted. */
function ApproveAgencyButton({ registration }: { registration: AgencyRegistration }) {
  const { agencyNo, company, form, documents } = registration
  const [isOpen, setIsOpen] = useState(false)
  const notify = useNotify()
  const refresh = useRefresh()
  const queries = useQueryClient()
  const approve = useMutation({
    mutationFn: () => api.call(approveAgencyRegistration, { path: { agencyNo } }),
    onSuccess: async () => {
      notify('Agency approved', { type: 'success' })
      setIsOpen(false)
      refresh()
      await queries.invalidateQueries({ queryKey: ['agency', agencyNo] })
    },
  })
  return (
    <>
      <Button variant="contained" onClick={() => setIsOpen(true)} sx={{ width: 'auto' }}>
        Approve agency
      </Button>
      {isOpen ? (
        <FormDialog
          title={`Approve ${company} (${agencyNo})?`}
          confirm="Approve agency"
          isBusy={approve.isPending}
          problem={approve.error?.message}
          onConfirm={() => approve.mutate()}
          onClose={() => setIsOpen(false)}
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
                  ({ docName, signedByName, signedAt }) =>
                    `${docName}: ${signedByName}, ${formatDateTime(signedAt ?? '')}`,
                )
                .join('; '),
            }}
          />
          <Typography sx={{ marginTop: 2 }}>
            The agency becomes active, can write new business and earns commission. Its users are emailed how to log in.
          </Typography>
        </FormDialog>
      ) : null}
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
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['agency', agencyNo, 'registration'],
    queryFn: async () => (await api.call(getAgencyRegistration, { path: { agencyNo } })).payload,
  })
  const mayAct = data?.status === 'P' && !roles.includes('readonly')
  return (
    <SectionState isPending={isPending} error={error} retry={refetch}>
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
