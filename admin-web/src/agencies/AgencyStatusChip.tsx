import { type StateLook, StateTag } from '../tables/StateChip.tsx'
import { type AgencyStatus, statusName } from './labels.ts'

const statusLooks: Record<AgencyStatus, StateLook> = { A: 'done', P: 'under', I: 'waits', T: 'bad' }

/** An agency's status as a tag with color, icon and text. */
export const AgencyStatusChip = ({ status }: { status: AgencyStatus }) => (
  <StateTag word={statusName(status)} look={statusLooks[status]} />
)
