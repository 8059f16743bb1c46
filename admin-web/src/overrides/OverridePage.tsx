import { useParams } from 'react-router'
import { OverrideEdit } from './Form.tsx'
import { AgencyOverrides } from './Show.tsx'

/**
 * Shows all overrides of an agency or a single override. The URL contains either an agency number or an override ID. An
 * override ID includes the product and date.
 */
export default function OverridePage() {
  const { id = '' } = useParams()
  return id.includes('.') ? <OverrideEdit /> : <AgencyOverrides agencyNo={id} />
}
