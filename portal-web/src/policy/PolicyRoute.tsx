import { useParams } from 'react-router'
import { PolicyPage } from './PolicyPage.tsx'

/** The policy of the address. */
export function PolicyRoute() {
  const { policyNo = '' } = useParams()
  return <PolicyPage policyNo={policyNo} />
}
