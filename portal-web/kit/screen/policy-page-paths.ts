import { createContext, useContext } from 'react'
import { getPolicyPath, paths } from '../paths.ts'
import { useSession } from '../session/useSession.ts'

/** Paths of the pages linked from the policy page. The back office shows the same policy page with different paths. */
export interface PolicyPagePaths {
  policy: (policyNo: string) => string
  claim: (policyNo: string, claimId: string) => string
  /**
   * Converts the path of any other portal page to a link in this app. A link that does not start with `/` requires a
   * full page load.
   */
  portal: (path: string) => string
}

/** Provides the paths in apps other than the portal. */
export const PolicyPagePathsContext = createContext<PolicyPagePaths | undefined>(undefined)

/** Returns the paths for the current user. In the portal, paths depend on the account type (POL-12). */
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
