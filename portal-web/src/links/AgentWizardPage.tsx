import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { useParams } from 'react-router'
import { WizardPage } from '../wizard/WizardPage.tsx'

/** The wizard as a page for agents: it starts where the policy stands. */
export function AgentWizardPage() {
  usePageTitle('Sign and pay')
  const { policyNo = '' } = useParams()
  return <WizardPage policyNo={policyNo} />
}
