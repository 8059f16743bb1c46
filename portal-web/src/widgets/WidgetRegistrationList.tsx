import { useQuery } from '@tanstack/react-query'
import type { WidgetRegistration } from '@tideline/sdk'
import { formatPhone } from '@tideline/web-kit/formats/format.ts'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { useIsConnectionStalled } from '@tideline/web-kit/screen/useIsOnline.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { EmailText } from '@tideline/web-kit/ui/EmailText.tsx'
import { EmptyState } from '@tideline/web-kit/ui/EmptyState.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import { Table, type TableColumn } from '@tideline/web-kit/ui/Table.tsx'
import { useState } from 'react'
import { getRegistrationsQuery } from './registrations-query.ts'
import { getRegistrationError } from './text.ts'

const RegistrationDialog = lazyDialog(() => import('./RegistrationDialog.tsx'), 'RegistrationDialog')
const RemoveDialog = lazyDialog(() => import('./RemoveRegistrationDialog.tsx'), 'RemoveRegistrationDialog')
const EmbedDialog = lazyDialog(() => import('./EmbedDialog.tsx'), 'EmbedDialog')

type Opened = { what: 'new' } | { what: 'modify' | 'remove' | 'embed'; id: string }

/** The list of an agency's widgets with the actions for each. */
export function WidgetRegistrationList({ agentNo, isReadonly }: { agentNo: string; isReadonly: boolean }) {
  const list = useQuery(getRegistrationsQuery(agentNo))
  const isStalled = useIsConnectionStalled(list.isPending && list.fetchStatus === 'paused')
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const open = (what: 'modify' | 'remove' | 'embed', registration: WidgetRegistration) =>
    setOpened({ what, id: registration.Id })
  const index = opened && 'id' in opened ? (list.data ?? []).findIndex(({ Id }) => Id === opened.id) : -1
  const chosen = list.data?.[index]
  const columns: TableColumn<WidgetRegistration>[] = [
    { key: 'name', header: 'Name', isRowHeader: true, cell: ({ Name }) => Name },
    { key: 'email', header: 'Referral email', cell: ({ ReferralEmail }) => <EmailText email={ReferralEmail} /> },
    { key: 'phone', header: 'Referral phone', cell: ({ ReferralPhone }) => formatPhone(ReferralPhone) },
    {
      key: 'website',
      header: 'Referral website',
      cell: ({ ReferralWebsite }) =>
        ReferralWebsite ? (
          <a href={ReferralWebsite} target="_blank" rel="noreferrer">
            {ReferralWebsite.replace(/^https?:\/\//, '')}
          </a>
        ) : (
          '–'
        ),
    },
    {
      key: 'actions',
      header: 'Actions',
      cell: (registration) => (
        <div className="row">
          <Button variant="quiet" aria-label={`Embed ${registration.Name}`} onClick={() => open('embed', registration)}>
            Embed
          </Button>
          {!isReadonly && (
            <>
              <Button
                variant="quiet"
                aria-label={`Modify ${registration.Name}`}
                onClick={() => open('modify', registration)}
              >
                Modify
              </Button>
              <Button
                variant="quiet"
                aria-label={`Remove ${registration.Name}`}
                onClick={() => open('remove', registration)}
              >
                Remove
              </Button>
            </>
          )}
        </div>
      ),
    },
  ]
  return (
    <>
      <Card
        title={`Widgets of agency ${agentNo}`}
        actions={
          !isReadonly && list.data && <Button onClick={() => setOpened({ what: 'new' })}>New registration</Button>
        }
      >
        {isStalled && (
          <Alert tone="warning">You are offline. The registrations will load when you are back online.</Alert>
        )}
        {list.isPending && !isStalled && <Skeleton label="Loading the registrations" height={138} />}
        {list.isError && (
          <div className="stack">
            <Alert tone="error">{getRegistrationError('fetch')(list.error)}</Alert>
            <div>
              <Button variant="secondary" onClick={() => void list.refetch()}>
                Retry
              </Button>
            </div>
          </div>
        )}
        {list.data?.length === 0 && (
          <EmptyState
            title="No widgets yet"
            text="Register a widget and copy its snippets into the agency’s website."
          />
        )}
        {list.data && list.data.length > 0 && (
          <Table caption="Widget registrations" rows={list.data} rowKey={({ Id }) => Id} columns={columns} />
        )}
      </Card>
      {(opened?.what === 'new' || (opened?.what === 'modify' && chosen)) && (
        <RegistrationDialog agentNo={agentNo} registration={chosen} index={index} onClose={close} />
      )}
      {opened?.what === 'remove' && chosen && <RemoveDialog registration={chosen} onClose={close} />}
      {opened?.what === 'embed' && chosen && <EmbedDialog registration={chosen} onClose={close} />}
    </>
  )
}
