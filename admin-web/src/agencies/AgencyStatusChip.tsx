import { type Look, Tag } from '../tables/StateChip.tsx'
import { type AgencyStatus, statusName } from './labels.ts'

const looks: Record<AgencyStatus, Look> = { A: 'done', P: 'under', I: 'waits', T: 'bad' }

/** An agency's status as a tag with color, icon and text. */
export const AgencyStatusChip = ({ status }: { status: AgencyStatus }) => (
  <Tag word={statusName(status)} look={looks[status]} />
)
