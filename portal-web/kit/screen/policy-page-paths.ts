import { createContext, useContext } from 'react'
import { getPolicyPath, paths } from '../paths.ts'
import { useSession } from '../session/useSession.ts'

/** Paths of the pages that the policy page links to. The back office shows the same page with its own paths. */
export interface PolicyPagePaths {
  policy: (policyNo: string) => string
  claim: (policyNo: string, claimId: string) => string
  /** Any other portal page, by its portal path. A result that does not start with `/` requires a full page load. */
  portal: (path: string) => string
}

/** Set by apps other than the portal. */
export const PolicyPagePathsContext = createContext<PolicyPagePaths | undefined>(undefined)

/** Returns the paths for this viewer. In the portal they depend on the account type (POL-12). */
export function usePolicyPagePaths(): PolicyPagePaths {
  const elsewhere = useContext(PolicyPagePathsContext)
  const accountType = useSession()?.accountType
  return (
    elsewhere ?? {
      policy: (policyNo) => getPolicyPath(accountType, policyNo),
      claim: paths.claim,
      portal: (path) => path,
    }
  )
}
