import { createContext, useContext } from 'react'
import { paths, policyPathFor } from '../paths.ts'
import { useSession } from '../session/useSession.ts'

/** Where the pages are that a policy's page leads to. The back office, which shows that page too, has its own. */
export interface Places {
  policy: (policyNo: string) => string
  claim: (policyNo: string, claimId: string) => string
  /** Any other page of the portal, by its path there. What does not start with `/` needs another load of the page. */
  portal: (path: string) => string
}

/** Set by an app that is not the portal. */
export const PlacesElsewhere = createContext<Places | undefined>(undefined)

/** Where this viewer goes from here; in the portal that depends on who they are (POL-12). */
export function usePlaces(): Places {
  const elsewhere = useContext(PlacesElsewhere)
  const accountType = useSession()?.accountType
  return (
    elsewhere ?? {
      policy: (policyNo) => policyPathFor(accountType, policyNo),
      claim: paths.claim,
      portal: (path) => path,
    }
  )
}
