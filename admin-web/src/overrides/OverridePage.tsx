import { useParams } from 'react-router'
import { AgencyOverrides } from './AgencyOverrides.tsx'
import { OverrideEdit } from './Overrides.tsx'

/**
 * Shows all overrides of an agency for an agency number, or one override for an ID, which also contains product and
 * date.
 */
export default function OverridePage() {
  const { id = '' } = useParams()
  return id.includes('.') ? <OverrideEdit /> : <AgencyOverrides agencyNo={id} />
}
