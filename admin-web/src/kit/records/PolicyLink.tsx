import { Link } from '@mui/material'
import { paths } from '@tideline/web-kit/paths.ts'
import { usePermissions } from 'react-admin'
import { Link as RouterLink } from 'react-router'
import { canCall } from '../resource.ts'

/**
 * A link to the policy page of the back office, or of the portal for users whose roles cannot open it there. In a list,
 * the link opens the policy instead of the row's record.
 */
export function PolicyLink({ policyNo, opensTab = false }: { policyNo: string; opensTab?: boolean }) {
  const { permissions: roles = [] } = usePermissions<string[]>()
  const link = {
    onClick: (event: { stopPropagation: () => void }) => event.stopPropagation(),
    ...(opensTab && { target: '_blank', rel: 'noreferrer' }),
  }
  return canCall(roles, 'listAdminPolicies') ? (
    <Link component={RouterLink} to={`/policies/${encodeURIComponent(policyNo)}`} {...link}>
      {policyNo}
    </Link>
  ) : (
    <Link href={paths.policy(policyNo)} {...link}>
      {policyNo}
    </Link>
  )
}
