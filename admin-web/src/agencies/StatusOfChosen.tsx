import type { AdminAgency } from '@tideline/sdk'
import { getAgency, updateAgency } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { BulkActionButton } from '../tables/BulkActionButton.tsx'
import { type AgencyStatus, describeStatus } from './labels.ts'

/** Sets an agency's status. The API takes only the whole record, so the record is loaded first. */
async function setStatus(agencyNo: string, status: AgencyStatus) {
  const { payload } = await api.call(getAgency, { path: { agencyNo } })
  const agencyDetailInfo = { ...payload.agencyDetailInfo, status }
  return api.call(updateAgency, { body: { ...payload, agencyDetailInfo } })
}

const agencies = (count: number) => (count === 1 ? 'one agency' : `${count} agencies`)
const common = { nameOf: ({ agencyNo, company }: AdminAgency) => `${company} (${agencyNo})` }

/** Buttons that make the selected agencies inactive or active. */
export const StatusOfChosen = () => (
  <>
    <BulkActionButton<AdminAgency>
      {...common}
      label="Make inactive"
      none="None are active"
      may={({ status }) => status === 'A'}
      title={(rows) => `Make ${agencies(rows.length)} inactive?`}
      meaning={describeStatus.I}
      confirm="Make inactive"
      isGrave
      done="made inactive"
      act={({ agencyNo }) => setStatus(agencyNo, 'I')}
    />
    <BulkActionButton<AdminAgency>
      {...common}
      label="Make active"
      none="None are inactive"
      may={({ status }) => status === 'I'}
      title={(rows) => `Make ${agencies(rows.length)} active again?`}
      meaning={describeStatus.A}
      confirm="Make active"
      done="made active"
      act={({ agencyNo }) => setStatus(agencyNo, 'A')}
    />
  </>
)
