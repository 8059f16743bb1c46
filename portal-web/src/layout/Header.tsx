import { useQuery } from '@tanstack/react-query'
import { getProfileOptions } from '@tideline/sdk/query'
import { isEarthquake, isExcessFlood } from '@tideline/sdk/words'
import { paths } from '@tideline/web-kit/paths.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { getRoles, getViewer } from '@tideline/web-kit/session/roles.ts'
import { useSession } from '@tideline/web-kit/session/useSession.ts'
import { useSettings } from '@tideline/web-kit/settings/useSettings.ts'
import { Badge } from '@tideline/web-kit/ui/Badge.tsx'
import { Logo } from '@tideline/web-kit/ui/Logo.tsx'
import { VisuallyHidden } from '@tideline/web-kit/ui/VisuallyHidden.tsx'
import { lazy, Suspense } from 'react'
import { NavLink } from 'react-router'
import { useCurrentProduct } from '../base/current-product.ts'
import { getHeaderTitle, getRewardBadge, getUserDisplayName, jumpStartTitle } from './header.ts'

// Loads the menu lazily because policyholders have no menu.
const AccountMenu = lazy(() => import('./AccountMenu.tsx').then(({ AccountMenu }) => ({ default: AccountMenu })))

/** The header of every screen: logo, product title, badges, and the account menu. */
export function Header() {
  const session = useSession()
  const { brand, links } = useSettings()
  const productId = useCurrentProduct()
  const isAgent = session?.accountType === 'agent'
  const { data: profile } = useQuery({
    ...getProfileOptions({ client: api.client }),
    enabled: isAgent,
    staleTime: 300_000,
    // Ignores errors because a missing badge needs no alert. Public pages must stay open after the session has expired.
    meta: { errors: 'own' },
  })
  const title = getHeaderTitle(brand, productId)
  const reward = getRewardBadge(session, profile?.payload.agent ?? null)
  return (
    <header className="header">
      <div className="header-inner">
        <a className="header-brand" href={links.quoting}>
          <Logo />
          {title ? <span className="header-title">{title}</span> : <VisuallyHidden>{brand}</VisuallyHidden>}
          <VisuallyHidden>, go to quoting</VisuallyHidden>
        </a>
        {isEarthquake(productId) && <span className="header-title">{jumpStartTitle}</span>}
        {isExcessFlood(productId) && <Badge tone="accent">Excess</Badge>}
        {isAgent && (
          <nav className="header-nav" aria-label="Main">
            {getViewer(session) === 'agent' && (
              <NavLink className="header-nav-wide" to={paths.dashboard()}>
                Dashboard
              </NavLink>
            )}
            <NavLink to={paths.policies()}>Policies</NavLink>
            {getRoles(session).has('financeadmin') && <NavLink to={paths.statements()}>Statements</NavLink>}
          </nav>
        )}
        <div className="header-end">
          {reward && (
            <span className="header-badge">
              <Badge tone="accent" icon="star">
                {reward}
              </Badge>
            </span>
          )}
          {isAgent ? (
            <Suspense fallback={getUserDisplayName(session)}>
              <AccountMenu name={getUserDisplayName(session)} />
            </Suspense>
          ) : (
            session && <span className="header-user">{getUserDisplayName(session)}</span>
          )}
        </div>
      </div>
    </header>
  )
}
