import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { useParams } from 'react-router'
import { WizardPage } from '../wizard/WizardPage.tsx'

/** Wizard page where agents sign and pay. It opens at the policy's current step. */
export function AgentWizardPage() {
  usePageTitle('Sign and pay')
  const { policyNo = '' } = useParams()
  return <WizardPage policyNo={policyNo} />
}
