import { useParams } from 'react-router'
import { OverrideEdit } from './Form.tsx'
import { AgencyOverrides } from './Show.tsx'

/**
 * All overrides of an agency, or a single override. The URL contains an agency number or an override ID, which includes
 * the product and date.
 */
export default function OverridePage() {
  const { id = '' } = useParams()
  return id.includes('.') ? <OverrideEdit /> : <AgencyOverrides agencyNo={id} />
}
