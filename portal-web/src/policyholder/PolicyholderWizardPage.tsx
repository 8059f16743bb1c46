import { paths } from '@tideline/web-kit/paths.ts'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { useSession } from '@tideline/web-kit/session/useSession.ts'
import { useLocation } from 'react-router'
import { WizardPage } from '../wizard/WizardPage.tsx'

const steps = {
  [paths.policyholderDocuments()]: { step: 'documents', title: 'Sign' },
  [paths.policyholderPayments()]: { step: 'payments', title: 'Payment' },
  [paths.policyholderComplete()]: { step: 'complete', title: 'Complete' },
  [paths.policyholderSigned()]: { step: 'signed', title: 'Complete' },
} as const

/** Steps 1 to 4 of the policyholder wizard for the verified policy. Each step has its own URL. */
export function PolicyholderWizardPage() {
  const { pathname } = useLocation()
  const { step, title } = steps[pathname.replace(/\/$/, '')] ?? { step: 'documents', title: 'Sign' }
  usePageTitle(title)
  const policyNo = useSession()?.validateReturn?.policy.policyNo
  return policyNo ? <WizardPage policyNo={policyNo} step={step} /> : null
}
