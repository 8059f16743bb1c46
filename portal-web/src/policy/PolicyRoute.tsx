import { useParams } from 'react-router'
import { PolicyPage } from './PolicyPage.tsx'

/** The page of the policy in the URL. */
export function PolicyRoute() {
  const { policyNo = '' } = useParams()
  return <PolicyPage policyNo={policyNo} />
}
