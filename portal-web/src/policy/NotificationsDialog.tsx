import { useMutation, useQuery } from '@tanstack/react-query'
import type { PolicyNotification } from '@tideline/sdk'
import { getNoticePdf } from '@tideline/sdk/operations'
import { listPolicyNotificationsOptions } from '@tideline/sdk/query'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { Badge } from '@tideline/web-kit/ui/Badge.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { DateText } from '@tideline/web-kit/ui/DateText.tsx'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { downloadFile } from '@tideline/web-kit/ui/download-file.ts'
import { EmailText } from '@tideline/web-kit/ui/EmailText.tsx'
import { EmptyState } from '@tideline/web-kit/ui/EmptyState.tsx'
import { Table } from '@tideline/web-kit/ui/Table.tsx'
import { useState } from 'react'
import { NotificationEmail } from './NotificationEmail.tsx'

interface NotificationsDialogProps {
  policyNo: string
  onClose: () => void
}

/** Tags for the delivery status. A delivered notification has no tag. */
const marks = {
  queued: { tone: 'info', icon: 'clock', word: 'Queued' },
  failed: { tone: 'danger', icon: 'cancelled', word: 'Failed' },
  suppressed: { tone: 'neutral', icon: 'minus', word: 'Suppressed' },
  undeliverable: { tone: 'danger', icon: 'cancelled', word: 'Undeliverable' },
  replaced: { tone: 'neutral', icon: 'minus', word: 'Replaced or withdrawn' },
} as const

/** The delivery status, and the date on which a letter was mailed. */
function DeliveryStatus({ status, type, mailedOn }: Pick<PolicyNotification, 'status' | 'type' | 'mailedOn'>) {
  const mark = status === 'sent' ? undefined : marks[status]
  return (
    <>
      {mark && (
        <Badge tone={mark.tone} icon={mark.icon}>
          {status === 'queued' && type === 'letter' ? 'Letter not mailed yet' : mark.word}
        </Badge>
      )}
      {mailedOn && (
        <div>
          Letter mailed <DateText value={mailedOn} />
        </div>
      )}
      {!mark && !mailedOn && 'Sent'}
    </>
  )
}

/** Dialog that lists the emails and letters about the policy with their recipients, newest first. */
export function NotificationsDialog({ policyNo, onClose }: NotificationsDialogProps) {
  const [shown, setShown] = useState<PolicyNotification>()
  const list = useQuery({
    ...listPolicyNotificationsOptions({ client: api.client, path: { policyNo } }),
    meta: { errors: 'inline' },
  })
  // Downloads a letter as a file, because letters are sent by mail.
  const saveLetter = useMutation({
    mutationFn: async (pdfPath: string) => {
      const pdf = await api.call(getNoticePdf, { path: { policyNo, pdfPath }, parseAs: 'blob' })
      downloadFile(pdf as Blob, 'letter.pdf')
    },
  })
  const view = (one: PolicyNotification) => (one.type === 'email' ? setShown(one) : saveLetter.mutate(one.path))
  const rows = list.data?.payload
  return (
    <Dialog open onOpenChange={onClose} title="Notifications" size="large">
      {shown && (
        <NotificationEmail
          policyNo={policyNo}
          id={shown.id}
          template={shown.template}
          onBack={() => setShown(undefined)}
        />
      )}
      {!shown && (
        <QueryState
          query={list}
          lines={5}
          label="Loading the notifications"
          problem="The notifications could not be loaded"
        />
      )}
      {!shown && rows?.length === 0 && (
        <EmptyState title="No notifications yet" text="Emails and letters about this policy appear here." />
      )}
      {!shown && rows && rows.length > 0 && (
        <Table
          caption="Notifications"
          cards={[
            ['subject', 'view'],
            ['recipient', 'type'],
            ['created', 'status'],
          ]}
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            { key: 'created', header: 'Created', cell: ({ createdAt }) => <DateText value={createdAt} /> },
            { key: 'type', header: 'Type', cell: ({ type }) => (type === 'email' ? 'Email' : 'Letter') },
            { key: 'subject', header: 'Subject', cell: ({ subject }) => subject, isRowHeader: true },
            {
              key: 'recipient',
              header: 'Recipient',
              cell: ({ type, recipient }) => (type === 'email' ? <EmailText email={recipient} /> : recipient),
            },
            { key: 'version', header: 'Version', cell: ({ version }) => version, isNumber: true },
            { key: 'status', header: 'Status', cell: (row) => <DeliveryStatus {...row} /> },
            {
              key: 'view',
              header: <span className="visually-hidden">View or download</span>,
              isNumber: true,
              cell: (row) => (
                <Button variant="quiet" onClick={() => view(row)}>
                  {row.type === 'email' ? 'View' : 'Download'}
                  <span className="visually-hidden"> {row.subject}</span>
                </Button>
              ),
            },
          ]}
        />
      )}
    </Dialog>
  )
}
