import { useParams } from 'react-router'
import { PolicyPage } from './PolicyPage.tsx'

/** Route for the policy in the URL. */
export function PolicyRoute() {
  const { policyNo = '' } = useParams()
  return <PolicyPage policyNo={policyNo} />
}
