import { useQuery } from '@tanstack/react-query'
import type { AgentAccount } from '@tideline/sdk'
import { getAgentAccount, updateAgentAccount } from '@tideline/sdk/operations'
import { listAgentAccountsOptions } from '@tideline/sdk/query'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { Section } from '@tideline/web-kit/screen/Section.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { getRoles } from '@tideline/web-kit/session/roles.ts'
import { useSession } from '@tideline/web-kit/session/useSession.ts'
import { getVersionHeader } from '@tideline/web-kit/session/versions.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { ConfirmDialog } from '@tideline/web-kit/ui/ConfirmDialog.tsx'
import { EmailText } from '@tideline/web-kit/ui/EmailText.tsx'
import { Table } from '@tideline/web-kit/ui/Table.tsx'
import { useState } from 'react'

const InviteDialog = lazyDialog(() => import('./InvitePersonDialog.tsx'), 'InvitePersonDialog')

/** Deactivates or reactivates an account. Deactivation logs the account out everywhere. */
function ActivationButton({ agencyNo, person }: { agencyNo: string; person: AgentAccount }) {
  const { AgentId, FirstName, LastName, isActive } = person
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const change = useAction(
    async () => {
      const path = { agencyNo, agentId: AgentId }
      // The request contains the name and phone, too. They must not overwrite a change that the list does not show (API-13).
      const { payload } = await api.call(getAgentAccount, { path })
      return api.call(updateAgentAccount, {
        path,
        body: {
          ...{ FirstName: payload.FirstName, LastName: payload.LastName, Phone: payload.Phone },
          isActive: !isActive,
        },
        headers: getVersionHeader(`/api/v1/agencies/${agencyNo}/accounts/${AgentId}`),
      })
    },
    { changes: ['listAgentAccounts'], onDone: () => setIsDialogOpen(false) },
  )
  const name = `${FirstName} ${LastName}`
  const verb = isActive ? 'Deactivate' : 'Reactivate'
  return (
    <>
      <Button variant="quiet" aria-label={`${verb} ${name}`} onClick={() => setIsDialogOpen(true)}>
        {verb}
      </Button>
      <ConfirmDialog
        open={isDialogOpen}
        onOpenChange={setIsDialogOpen}
        title={`${verb} ${name}?`}
        confirmLabel={verb}
        danger={isActive}
        busy={change.isBusy}
        error={change.problem?.text}
        onConfirm={() => change.run(undefined)}
      >
        {isActive
          ? 'They are logged out everywhere immediately and cannot log in.'
          : 'They can log in with their existing password.'}
      </ConfirmDialog>
    </>
  )
}

/**
 * The people of an agency. The agency's own users and staff can invite people. Staff and the agency's finance
 * administrators can deactivate people's accounts.
 */
export function AgencyPeopleSection({ agencyNo, mayKeep }: { agencyNo: string; mayKeep: boolean }) {
  const [isInviting, setIsInviting] = useState(false)
  const session = useSession()
  const own = session?.data?.AgentId
  const roles = getRoles(session)
  const canDeactivate = mayKeep && (roles.has('internal') || roles.has('financeadmin'))
  const people = useQuery({
    ...listAgentAccountsOptions({ client: api.client, path: { agencyNo } }),
    meta: { errors: 'inline' },
  })
  return (
    <>
      <Section
        title="People"
        subject="the people"
        query={people}
        actions={
          mayKeep && (
            <Button variant="secondary" onClick={() => setIsInviting(true)}>
              Invite
            </Button>
          )
        }
        empty={({ payload }) => (payload.length === 0 ? 'No users at this agency have log-in access yet.' : undefined)}
      >
        {({ payload }) => (
          <Table
            caption="People"
            rows={payload}
            rowKey={({ AgentId }) => AgentId}
            columns={[
              {
                key: 'name',
                header: 'Name',
                isRowHeader: true,
                cell: ({ FirstName, LastName }) => `${FirstName} ${LastName}`,
              },
              { key: 'email', header: 'Email', cell: ({ Email }) => <EmailText email={Email} /> },
              { key: 'isActive', header: 'Can log in', cell: ({ isActive }) => (isActive ? 'Yes' : 'No') },
              {
                key: 'change',
                header: 'Actions',
                cell: (person) =>
                  canDeactivate && person.AgentId !== own ? (
                    <ActivationButton agencyNo={agencyNo} person={person} />
                  ) : null,
              },
            ]}
          />
        )}
      </Section>
      {isInviting && <InviteDialog agencyNo={agencyNo} onClose={() => setIsInviting(false)} />}
    </>
  )
}
