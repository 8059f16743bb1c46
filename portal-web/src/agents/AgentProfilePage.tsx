import { useQuery } from '@tanstack/react-query'
import type { Agency } from '@tideline/sdk'
import { getAgencyDetailOptions, getProfileOptions } from '@tideline/sdk/query'
import { agencyLicenseTypes, agencyStatuses } from '@tideline/sdk/words'
import { formatDate, formatMoney, formatPhone } from '@tideline/web-kit/formats/format.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { getRoles, getViewer } from '@tideline/web-kit/session/roles.ts'
import { useSession } from '@tideline/web-kit/session/useSession.ts'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import { EmailText } from '@tideline/web-kit/ui/EmailText.tsx'
import { EmptyState } from '@tideline/web-kit/ui/EmptyState.tsx'
import { Link, useParams } from 'react-router'
import './agents.css'
import { AgencyDocumentsSection } from './AgencyDocumentsSection.tsx'
import { AgencyPeopleSection } from './AgencyPeopleSection.tsx'

const named = (list: readonly { id: string; name: string }[], id: string) =>
  list.find((one) => one.id === id)?.name ?? id

function Record({ agency, isInternal }: { agency: Agency; isInternal: boolean }) {
  const { agencyInfo: info, agencyDetailInfo: detail, agencyContactInfo: people, agencyLicenseInfo: licenses } = agency
  const { addr1, addr2, city, state, zip } = detail
  return (
    <>
      <Card title="Agency" actions={isInternal && <Link to={paths.newAgent(info.agencyNo)}>New sub-agency</Link>}>
        <DetailList
          facts={[
            { label: 'Agency Number', value: info.agencyNo },
            { label: 'Status', value: named(agencyStatuses, detail.status) },
            { label: 'Address', value: [addr1, addr2, city, `${state ?? ''} ${zip ?? ''}`].filter(Boolean).join(', ') },
            { label: 'Phone', value: detail.phone && formatPhone(detail.phone) },
            { label: 'Email', value: detail.email && <EmailText email={detail.email} isLink /> },
            { label: 'Policies', value: agency.policyCount },
          ]}
        />
      </Card>
      <div className="stack">
        <Card title="Contacts">
          {people.length === 0 && <EmptyState title="No contacts yet" />}
          <DetailList
            facts={people.map(({ firstName, lastName, email, title }) => ({
              label: [`${firstName} ${lastName}`, title].filter(Boolean).join(', '),
              value: email && <EmailText email={email} />,
            }))}
          />
        </Card>
        <Card title="Licenses and E&O">
          {licenses.length === 0 && <EmptyState title="No licenses on file" />}
          <DetailList
            facts={[
              ...licenses.map((one) => ({
                label: `${one.state}, ${named(agencyLicenseTypes, one.type)}`,
                value: `${one.licenseNo}, until ${formatDate(one.expiration)}`,
              })),
              {
                label: 'Errors and omissions',
                value: detail.eoInsurer && `${detail.eoInsurer}, ${formatMoney(detail.eoLimit ?? 0)}`,
              },
            ]}
          />
        </Card>
      </div>
    </>
  )
}

/** `/profile/agents/:agentNo`: the profile of an agency, for staff and for users who can view the agency. */
export function AgentProfilePage() {
  usePageTitle('Agency')
  const { agentNo = '' } = useParams()
  const agency = useQuery({
    ...getAgencyDetailOptions({ client: api.client, path: { AgentNo: agentNo } }),
    meta: { errors: 'inline' },
  })
  const session = useSession()
  const isInternal = getViewer(session) === 'internal'
  const profile = useQuery({ ...getProfileOptions({ client: api.client }), meta: { errors: 'own' } })
  const isOwn = profile.data?.payload.agent?.agentNo === agentNo
  const mayKeep = (isInternal || isOwn) && !getRoles(session).has('readonly')
  const found = agency.data?.payload
  return (
    <div className="agency-profile">
      <h1>{found?.agencyDetailInfo.company ?? 'Agency'}</h1>
      <QueryState query={agency} lines={8} label="Loading the agency" problem="The agency could not be loaded" />
      {found && <Record agency={found} isInternal={isInternal} />}
      {found && (
        <div className="agency-lists stack">
          <AgencyPeopleSection agencyNo={agentNo} mayKeep={mayKeep} />
          <AgencyDocumentsSection agencyNo={agentNo} mayKeep={mayKeep} />
        </div>
      )}
    </div>
  )
}
