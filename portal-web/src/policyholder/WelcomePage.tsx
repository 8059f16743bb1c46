import { formatDate, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { describeAmountDue } from '@tideline/web-kit/labels/amount-due.ts'
import { getToday } from '@tideline/web-kit/labels/labels.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { useSession } from '@tideline/web-kit/session/useSession.ts'
import { ActionBar } from '@tideline/web-kit/ui/ActionBar.tsx'
import { ButtonLink } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import { Icon } from '@tideline/web-kit/ui/Icon.tsx'
import { Link } from 'react-router'
import { useSetCurrentProduct } from '../base/current-product.ts'
import { usePolicyConfirmation } from '../base/usePolicy.ts'
import { getPageAfterWelcome, getPaymentExemption, getRemainingSteps } from './next-step.ts'
import './policyholder.css'
import { policyholderText } from './text.ts'

const steps = [
  { is: 'sign', name: 'Sign', what: 'Read your agreements and sign them here.' },
  { is: 'pay', name: 'Pay', what: 'By bank account, card or check.' },
] as const

/** Step 0 of the policyholder wizard: explains its purpose and the next steps (policyWelcome). */
export function WelcomePage() {
  usePageTitle('Welcome')
  const session = useSession()
  const known = session?.validateReturn?.policy
  const policyNo = known?.policyNo ?? ''
  const confirmation = usePolicyConfirmation(policyNo)
  const policy = confirmation.data?.payload
  useSetCurrentProduct(known?.productId)
  const left = policy && getRemainingSteps(policy)
  const payer = policy && getPaymentExemption(policy)
  const due = policy && describeAmountDue(policy, { today: getToday(new Date()), isInsured: true })
  return (
    <div className="welcome stack">
      <div>
        <h1>Welcome{known?.firstName ? `, ${known.firstName}` : ''}</h1>
        {left && (
          <p className="muted">
            {left.length === 0 && payer === 'lender'
              ? policyholderText.lenderPays
              : policyholderText.stepsLeft[left.length as 0 | 1 | 2]}
          </p>
        )}
      </div>
      <Card title="Your policy">
        <QueryState
          query={confirmation}
          lines={7}
          label="Loading your policy"
          problem="Your policy could not be loaded"
        />
        {policy && left && (
          <div className="stack">
            <DetailList
              facts={[
                { label: 'Policy Number', value: policy.policyNo },
                { label: 'Address', value: policy.address ?? policy.address1 },
                { label: 'Coverage starts', value: formatDate(policy.inceptionDate) },
                ...(due ? [{ label: due.label, value: formatMoney(due.amount), isTotal: true, isNumber: true }] : []),
              ]}
            />
            <ol className="welcome-steps">
              {steps.map(({ is, name, what }) => (
                <li key={is}>
                  <span className="welcome-step-mark">
                    <Icon name={left.includes(is) ? 'over' : 'done'} />
                  </span>
                  <span>
                    <strong>{name}</strong>{' '}
                    <span className="muted">
                      {left.includes(is) ? what : policyholderText.steps[(is === 'pay' && payer) || 'done']}
                    </span>
                  </span>
                </li>
              ))}
            </ol>
            <ActionBar>
              <ButtonLink
                block
                to={left.length === 0 ? paths.policyholderPolicy(policyNo) : getPageAfterWelcome(policy)}
              >
                {left.length === 0
                  ? 'View my policy'
                  : left.includes('sign')
                    ? 'Continue to signing'
                    : 'Continue to payment'}
              </ButtonLink>
            </ActionBar>
            {left.length === 0 && payer === 'lender' && (
              <p className="muted">
                You can still <Link to={paths.policyholderPayments()}>pay it yourself</Link>.
              </p>
            )}
          </div>
        )}
      </Card>
    </div>
  )
}
