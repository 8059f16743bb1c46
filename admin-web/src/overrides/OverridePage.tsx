import { useParams } from 'react-router'
import { AgencyOverrides } from './AgencyOverrides.tsx'
import { OverrideEdit } from './Overrides.tsx'

/** The overrides of an agency by its number; a single one by its id, which has its product and day, too. */
export default function OverridePage() {
  const { id = '' } = useParams()
  return id.includes('.') ? <OverrideEdit /> : <AgencyOverrides agencyNo={id} />
}
