import type { AdminAgency } from '@tideline/sdk'
import { getAgency, updateAgency } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { BulkActionButton } from '../../kit/tables/BulkActionButton.tsx'
import { type AgencyStatus, statusDescriptions } from '../labels.ts'

/** Sets an agency's status. Loads the agency first, since updates need the complete record. */
async function setStatus(agencyNo: string, status: AgencyStatus) {
  const { payload } = await api.call(getAgency, { path: { agencyNo } })
  const agencyDetailInfo = { ...payload.agencyDetailInfo, status }
  return api.call(updateAgency, { body: { ...payload, agencyDetailInfo } })
}

const agencies = (count: number) => (count === 1 ? 'one agency' : `${count} agencies`)
const common = { nameOf: ({ agencyNo, company }: AdminAgency) => `${company} (${agencyNo})` }

/** Buttons that deactivate or activate the selected agencies. */
export const AgencyBulkActions = () => (
  <>
    <BulkActionButton<AdminAgency>
      {...common}
      label="Make inactive"
      disabledReason="Select an active agency."
      canSelect={({ status }) => status === 'A'}
      title={(rows) => `Make ${agencies(rows.length)} inactive?`}
      description={statusDescriptions.I}
      submitLabel="Make inactive"
      danger
      done="made inactive"
      act={({ agencyNo }) => setStatus(agencyNo, 'I')}
    />
    <BulkActionButton<AdminAgency>
      {...common}
      label="Make active"
      disabledReason="Select an inactive agency."
      canSelect={({ status }) => status === 'I'}
      title={(rows) => `Make ${agencies(rows.length)} active again?`}
      description={statusDescriptions.A}
      submitLabel="Make active"
      done="made active"
      act={({ agencyNo }) => setStatus(agencyNo, 'A')}
    />
  </>
)
