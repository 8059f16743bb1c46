import { getSignInPath, paths } from '@tideline/web-kit/paths.ts'
import { queryClient } from '@tideline/web-kit/session/query-client.ts'
import { readSession } from '@tideline/web-kit/session/session.ts'
import { signOut } from '@tideline/web-kit/session/sign-in.ts'
import { showToast } from '@tideline/web-kit/ui/toast-queue.ts'
import { useActorRef, useSelector } from '@xstate/react'
import { useLocation, useNavigate } from 'react-router'
import { saveEndedSession } from '../base/ended-session.ts'
import { paymentText } from '../payments/text.ts'
import { connectedWizardMachine } from './connected-wizard-machine.ts'
import type { WizardSnapshot } from './get-wizard-step.ts'
import type { WizardEvent, WizardInput } from './wizard.ts'

/** Props of every step: the wizard's state and a function that sends events. */
export interface WizardStepProps {
  snapshot: WizardSnapshot
  send: (event: WizardEvent) => void
}

/** Runs the wizard's state machine on a page. */
export function useWizard(input: WizardInput, onClose: () => void) {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const machine = connectedWizardMachine.provide({
    actions: {
      closeWizard: onClose,
      notifyCheckApplied: () => showToast({ ...paymentText.check.success, tone: 'success' }),
      refreshOtherScreens: () => void queryClient.invalidateQueries(),
      signOutAndRedirect: () => {
        const accountType = readSession()?.accountType
        if (accountType === 'policyholder') saveEndedSession(input.policyNo)
        signOut()
        // URL that agents return to after log-in. Policyholders log in with a link that has its own target.
        const redirect = `${pathname}${search}${hash}`
        void navigate(accountType === 'agent' ? paths.login({ redirect }) : getSignInPath(accountType), {
          replace: true,
        })
      },
    },
  })
  const wizard = useActorRef(machine, { input })
  return { wizard, snapshot: useSelector(wizard, (snapshot) => snapshot), send: wizard.send }
}
