import { useParams } from 'react-router'
import { PolicyPage } from './PolicyPage.tsx'

/** Renders the policy page for the policy in the URL. */
export function PolicyRoute() {
  const { policyNo = '' } = useParams()
  return <PolicyPage policyNo={policyNo} />
}
