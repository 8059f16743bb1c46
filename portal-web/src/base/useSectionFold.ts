import { useSession } from '@tideline/web-kit/session/useSession.ts'
import type { CardFold } from '@tideline/web-kit/ui/Card.tsx'

/**
 * Returns how a section of the policy page can be collapsed. Policyholders see sections with details collapsed to one
 * line on all screens (UI-27). Other viewers get the given value.
 */
export function useSectionFold(fold?: CardFold): CardFold | undefined {
  const isInsured = useSession()?.accountType === 'policyholder'
  return isInsured ? 'collapsed' : fold
}
