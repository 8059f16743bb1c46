import { paths } from '@tideline/web-kit/paths.ts'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { useSession } from '@tideline/web-kit/session/useSession.ts'
import { useSettings } from '@tideline/web-kit/settings/useSettings.ts'
import { ButtonLink } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import './splash.css'

/** Landing page with two log-in options. */
export function SplashPage() {
  usePageTitle('Welcome')
  const session = useSession()
  const { brand, supportEmail } = useSettings()
  return (
    <div>
      <section className="splash-hero">
        <div className="splash-inner">
          <h1>Flood and earthquake coverage, from signature to claim.</h1>
          <p>Sign your agreements, pay, and manage your policy with {brand}.</p>
        </div>
        <svg className="splash-waves" viewBox="0 0 1440 120" preserveAspectRatio="none" aria-hidden="true">
          <path d="M0 60 Q180 10 360 60 T720 60 T1080 60 T1440 60 V120 H0Z" />
          <path d="M0 80 Q180 40 360 80 T720 80 T1080 80 T1440 80 V120 H0Z" />
        </svg>
      </section>
      <section className="splash-ways" aria-label="Log-in options">
        <Card className="splash-way stack">
          <h2>I have a policy</h2>
          <p className="muted">We’ll email you a link. Confirm your phone number and ZIP code, and you’re in.</p>
          <ButtonLink
            to={session?.accountType === 'policyholder' ? paths.policyholderSelect() : paths.policyholderGenerate()}
          >
            {session?.accountType === 'policyholder' ? 'Open my policies' : 'Get a link to my policy'}
          </ButtonLink>
        </Card>
        <Card className="splash-way stack">
          <h2>I am an agent</h2>
          <p className="muted">Find a policy, sign it, take a payment.</p>
          <ButtonLink variant="secondary" to={session?.accountType === 'agent' ? paths.policies() : paths.login()}>
            {session?.accountType === 'agent' ? 'Go to policies' : 'Log in'}
          </ButtonLink>
        </Card>
      </section>
      <p className="splash-help muted">
        Questions? Email <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
      </p>
    </div>
  )
}
