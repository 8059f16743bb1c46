import { Alert, Button, Stack, TextField, Typography } from '@mui/material'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AgencyContactInfo, AgencyRegistration } from '@tideline/sdk'
import { approveAgencyRegistration, getAgencyRegistration, sendAgencyRegistration } from '@tideline/sdk/operations'
import { dayAndTime } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { useNotify, usePermissions, useRefresh } from 'react-admin'
import { Face } from '../tables/Section.tsx'

/** Who gets the link: the first contact, until somebody else is typed. */
function SendLink({ agencyNo, contact }: { agencyNo: string; contact: AgencyContactInfo | undefined }) {
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
      {field('Email', 'Email of the person who registers')}
      <Button variant="contained" disabled={!isReady || send.isPending} onClick={() => send.mutate()}>
        Send registration link
      </Button>
    </Stack>
  )
}

function Approve({ agencyNo }: { agencyNo: string }) {
  const notify = useNotify()
  const refresh = useRefresh()
  const queries = useQueryClient()
  const approve = useMutation({
    mutationFn: () => api.call(approveAgencyRegistration, { path: { agencyNo } }),
    onSuccess: async () => {
      notify('The agency is now active.', { type: 'success' })
      refresh()
      await queries.invalidateQueries({ queryKey: ['agency', agencyNo] })
    },
  })
  return (
    <>
      {approve.isError ? <Alert severity="error">{approve.error.message}</Alert> : null}
      <Button variant="contained" disabled={approve.isPending} onClick={() => approve.mutate()} sx={{ width: 'auto' }}>
        Approve agency
      </Button>
    </>
  )
}

const standing = ({ status, isComplete, documents, missing }: AgencyRegistration) => {
  if (status !== 'P') return isComplete ? 'Registered by link and approved.' : 'Registered manually.'
  if (isComplete) return 'The agreements are signed. Review the registration, then approve the agency.'
  if (documents.length === 0) return 'No link has been sent yet.'
  return missing.length > 0
    ? `The form is missing ${missing.length} answers still.`
    : 'The form is complete. The agreements are not signed yet.'
}

/** How far the registration of an agency is, and what staff do about it (AGY-1). */
export function Registration({ agencyNo, contact }: { agencyNo: string; contact: AgencyContactInfo | undefined }) {
  const { permissions: roles = [] } = usePermissions<string[]>()
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['agency', agencyNo, 'registration'],
    queryFn: async () => (await api.call(getAgencyRegistration, { path: { agencyNo } })).payload,
  })
  const mayAct = data?.status === 'P' && !roles.includes('readonly')
  return (
    <Face isPending={isPending} error={error} retry={refetch}>
      {data ? (
        <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
          <Typography>{standing(data)}</Typography>
          {data.documents.map(({ registrationDocId, docName, signedByName, signedAt }) => (
            <Typography key={registrationDocId}>
              {docName}: {signedAt ? `signed by ${signedByName}, ${dayAndTime(signedAt)}` : 'not signed yet'}
            </Typography>
          ))}
          {mayAct && data.isComplete ? <Approve agencyNo={agencyNo} /> : null}
          {mayAct && !data.isComplete ? <SendLink agencyNo={agencyNo} contact={contact} /> : null}
        </Stack>
      ) : null}
    </Face>
  )
}
