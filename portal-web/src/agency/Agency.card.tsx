import { useQuery } from '@tanstack/react-query'
import type { PolicyConfirmation } from '@tideline/sdk'
import { getAgencyForPolicy } from '@tideline/sdk/operations'
import { getAgencyForPolicyOptions } from '@tideline/sdk/query'
import { formatPhone } from '@tideline/web-kit/formats/format.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { usePolicyPagePaths } from '@tideline/web-kit/screen/policy-page-paths.ts'
import { Section } from '@tideline/web-kit/screen/Section.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { useSettings } from '@tideline/web-kit/settings/useSettings.ts'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import { EmailText } from '@tideline/web-kit/ui/EmailText.tsx'
import { IconButton } from '@tideline/web-kit/ui/IconButton.tsx'
import { useState } from 'react'
import { Link } from 'react-router'
import type { PolicyCard } from '../base/policy-card.ts'
import { isActionAllowed } from '../base/policy-permissions.ts'

const ChangeAgencyDialog = lazyDialog(() => import('./ChangeAgencyDialog.tsx'), 'ChangeAgencyDialog')

/** The agency number: a link to the profile for staff, plain text for other viewers. */
function AgencyNumber({ policy, agencyNo }: { policy: PolicyConfirmation; agencyNo: string }) {
  const places = usePolicyPagePaths()
  if (policy.viewer.kind !== 'internal') return agencyNo
  return <Link to={places.portal(paths.agencyProfile(agencyNo))}>{agencyNo}</Link>
}

/** The contact information of the policy's agency, with an edit button if the viewer can change the agency. */
export function AgencyCard({ policy }: { policy: PolicyConfirmation }) {
  const { agencyNo, producerName } = policy
  const [isOpen, setIsOpen] = useState(false)
  const { agencyDetails } = useSettings().links
  const agency = useQuery({
    ...getAgencyForPolicyOptions({ client: api.client, path: { agencyNo } }),
    // A deployment can use another system for agencies by setting this URL template.
    queryFn: () => api.call(getAgencyForPolicy, { path: { agencyNo }, ...{ url: agencyDetails } }),
    meta: { errors: 'inline' },
  })
  const mayChange = isActionAllowed(policy, 'changeAgency')
  return (
    <>
      <Section
        title="Agency Contact Information"
        fold="collapsed"
        summary={({ payload }) => payload.agencyInfo.company}
        subject="the agency"
        rows={4}
        query={agency}
        actions={mayChange && <IconButton label="Change the agency" icon="edit" onClick={() => setIsOpen(true)} />}
      >
        {({ payload: { agencyInfo: info } }) => (
          <DetailList
            facts={[
              { label: 'Company', value: info.company },
              { label: 'Agency Number', value: <AgencyNumber {...{ policy, agencyNo: info.agencyNo }} /> },
              { label: 'Email', value: info.email && <EmailText email={info.email} isLink /> },
              { label: 'Phone', value: info.phone && <a href={`tel:${info.phone}`}>{formatPhone(info.phone)}</a> },
              { label: policy.viewer.kind === 'insured' ? 'Agent' : 'Producer', value: producerName },
              {
                label: 'Address',
                value: [info.addr1, info.addr2, info.city, `${info.state ?? ''} ${info.zip ?? ''}`.trim()]
                  .filter(Boolean)
                  .join(', '),
              },
            ]}
          />
        )}
      </Section>
      {isOpen && <ChangeAgencyDialog policy={policy} onClose={() => setIsOpen(false)} />}
    </>
  )
}

export const card: PolicyCard = { column: 'side', order: 40, PolicyComponent: AgencyCard }
