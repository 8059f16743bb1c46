import { StateTag, type StateTone } from '../kit/tables/StateChip.tsx'
import { type AgencyStatus, getAgencyStatusName } from './labels.ts'

const statusLooks: Record<AgencyStatus, StateTone> = { A: 'done', P: 'under', I: 'waits', T: 'bad' }

/** A tag for an agency's status, with color, icon and text. */
export const AgencyStatusChip = ({ status }: { status: AgencyStatus }) => (
  <StateTag word={getAgencyStatusName(status)} look={statusLooks[status]} />
)
