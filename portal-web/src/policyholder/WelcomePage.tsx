import { longDay } from '@tideline/web-kit/formats/format.ts'
import { QueryFace } from '@tideline/web-kit/screen/QueryFace.tsx'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { useSession } from '@tideline/web-kit/session/session.ts'
import { ButtonLink } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { Facts } from '@tideline/web-kit/ui/Facts.tsx'
import { Icon } from '@tideline/web-kit/ui/Icon.tsx'
import { useShowProduct } from '../base/product.ts'
import { useConfirmation } from '../base/usePolicy.ts'
import { PremiumFacts } from '../summary/PremiumFacts.tsx'
import { afterWelcome, insuredHasSigned } from './next-step.ts'
import './policyholder.css'

const StepDone = () => (
  <span className="welcome-steps-done">
    <Icon name="done" />
  </span>
)

/** Step 0 of the policyholder's wizard: what this is about and what comes (policyWelcome). */
export function WelcomePage() {
  usePageTitle('Welcome')
  const session = useSession()
  const known = session?.validateReturn?.policy
  const policyNo = known?.policyNo ?? ''
  const confirmation = useConfirmation(policyNo)
  const policy = confirmation.data?.payload
  useShowProduct(known?.productId)
  const hasSigned = policy ? insuredHasSigned(policy) : false
  return (
    <div className="welcome stack">
      <div>
        <h1>Welcome{known?.firstName ? `, ${known.firstName}` : ''}</h1>
        <p className="muted">Two short steps, and your policy is complete.</p>
      </div>
      <ol className="welcome-steps">
        <li data-done={hasSigned ? '' : undefined}>
          {hasSigned && <StepDone />}
          <strong>Sign</strong> <span>Read your agreements and sign them here.</span>
        </li>
        <li data-done={policy?.isPaid ? '' : undefined}>
          {policy?.isPaid && <StepDone />}
          <strong>Pay</strong> <span>By bank account, card or check.</span>
        </li>
        <li>
          <strong>Done</strong> <span>We email you a receipt and your documents.</span>
        </li>
      </ol>
      <Card title="Your policy">
        <QueryFace
          query={confirmation}
          lines={7}
          label="Loading your policy"
          problem="Your policy could not be loaded"
        />
        {policy && (
          <div className="stack">
            <Facts
              facts={[
                { label: 'Policy Number', value: policy.policyNo },
                { label: 'Address', value: policy.address ?? policy.address1 },
                { label: 'Starts', value: longDay(policy.inceptionDate) },
              ]}
            />
            <PremiumFacts policy={policy} />
            <ButtonLink block to={afterWelcome(policy)}>
              {hasSigned ? 'Continue to payment' : 'Continue to signing'}
            </ButtonLink>
          </div>
        )}
      </Card>
    </div>
  )
}
