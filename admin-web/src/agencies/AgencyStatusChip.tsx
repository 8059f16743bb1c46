import { StateTag, type StateTone } from '../kit/tables/StateChip.tsx'
import { type AgencyStatus, getAgencyStatusName } from './labels.ts'

const statusTones: Record<AgencyStatus, StateTone> = { A: 'done', P: 'inProgress', I: 'pending', T: 'failed' }

/** A tag for an agency's status, with color, icon and text. */
export const AgencyStatusChip = ({ status }: { status: AgencyStatus }) => (
  <StateTag word={getAgencyStatusName(status)} tone={statusTones[status]} />
)
