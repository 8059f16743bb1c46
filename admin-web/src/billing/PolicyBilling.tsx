import { PolicyBillingPage } from '@tideline/portal-web/policy/PolicyBillingPage.tsx'
import { Title } from 'react-admin'
import { useParams } from 'react-router'
import { PortalFrame } from '../policies/PortalFrame.tsx'

/** The billing of a policy, for all staff (spec 3 §2: no role check); the portal's page. */
export default function PolicyBilling() {
  const { policyNo = '' } = useParams()
  return (
    <>
      <Title title={`Billing of ${policyNo}`} />
      <PortalFrame name="billing-policy-detail">
        <PolicyBillingPage policyNo={policyNo} />
      </PortalFrame>
    </>
  )
}
