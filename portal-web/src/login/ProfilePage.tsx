import { useQuery } from '@tanstack/react-query'
import { getProfileOptions } from '@tideline/sdk/query'
import { formatPhone } from '@tideline/web-kit/formats/format.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import { useState } from 'react'
import { Link } from 'react-router'
import { DailySummaryEmailSection } from './DailySummaryEmailSection.tsx'
import { ProfileForm } from './ProfileForm.tsx'
import { SessionsSection } from './SessionsSection.tsx'
import { TwoFactorSection } from './two-factor/TwoFactorSection.tsx'
import './login.css'

/** The logged-in user's profile and agency. Each section shows its own errors, so that they do not block the others. */
export function ProfilePage() {
  usePageTitle('User Profile')
  const profile = useQuery({ ...getProfileOptions({ client: api.client }), meta: { errors: 'quiet' } })
  const [isEditing, setIsEditing] = useState(false)
  const { data, agent } = profile.data?.payload ?? {}
  return (
    <div className="narrow stack">
      <h1>User Profile</h1>
      <Card
        title="Account"
        actions={
          data &&
          !isEditing && (
            <Button variant="secondary" onClick={() => setIsEditing(true)}>
              Edit<span className="visually-hidden"> account</span>
            </Button>
          )
        }
      >
        <QueryState query={profile} lines={6} label="Loading your profile" problem="Your profile could not be loaded" />
        {data && isEditing && <ProfileForm data={data} onDone={() => setIsEditing(false)} />}
        {data && !isEditing && (
          <DetailList
            facts={[
              { label: 'Name', value: `${data.FirstName} ${data.LastName}` },
              { label: 'Email', value: data.Email },
              { label: 'Phone', value: data.Phone ? formatPhone(data.Phone) : undefined },
              { label: 'Company', value: data.Company },
              {
                label: 'Agency Number',
                value: agent && <Link to={paths.agencyProfile(agent.agentNo)}>{agent.agentNo}</Link>,
              },
              { label: 'Policies', value: agent?.policyCount },
              { label: 'Level', value: agent?.rewardLevel?.name },
            ]}
          />
        )}
      </Card>
      {agent && (
        <Card title="Quote widgets">
          <p>
            Add a box to your website that starts a quote. <Link to={paths.widgets()}>Set up quote widgets</Link>
          </p>
        </Card>
      )}
      <DailySummaryEmailSection />
      <TwoFactorSection />
      <SessionsSection />
    </div>
  )
}
