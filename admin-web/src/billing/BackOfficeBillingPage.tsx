import { Stack, Typography } from '@mui/material'
import { PolicyBillingPage } from '@tideline/portal-web/policy/PolicyBillingPage.tsx'
import { queryClient as ofFrame } from '@tideline/web-kit/session/query-client.ts'
import { Title, usePermissions } from 'react-admin'
import { useParams } from 'react-router'
import { PolicyLink } from '../kit/records/PolicyLink.tsx'
import { PortalFrame } from '../policies/PortalFrame.tsx'
import { PolicyWriteOffsSection } from './PolicyWriteOffsSection.tsx'

/**
 * The portal's billing page for a policy, for all staff (ACC-13: no role check). Finance can also write off small
 * balances.
 */
export default function BackOfficeBillingPage() {
  const { policyNo = '' } = useParams()
  const { permissions = [] } = usePermissions<string[]>()
  return (
    <Stack spacing={2} sx={{ paddingTop: 1 }}>
      <Title title={`Billing of ${policyNo}`} />
      <Typography>
        Policy <PolicyLink policyNo={policyNo} />
      </Typography>
      <PortalFrame name="billing-policy-detail">
        <PolicyBillingPage policyNo={policyNo} />
      </PortalFrame>
      {permissions.includes('financeadmin') ? (
        <PolicyWriteOffsSection policyNo={policyNo} onChange={() => ofFrame.invalidateQueries()} />
      ) : null}
    </Stack>
  )
}
