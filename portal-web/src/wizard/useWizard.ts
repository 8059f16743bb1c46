import { paths, signInPathFor } from '@tideline/web-kit/paths.ts'
import { queryClient } from '@tideline/web-kit/session/query-client.ts'
import { readSession } from '@tideline/web-kit/session/session.ts'
import { signOut } from '@tideline/web-kit/session/sign-in.ts'
import { toast } from '@tideline/web-kit/ui/toasts.ts'
import { useActorRef, useSelector } from '@xstate/react'
import { useLocation, useNavigate } from 'react-router'
import { saveForNewLink } from '../base/new-link.ts'
import { text } from '../payments/text.ts'
import { connectedMachine } from './actors.ts'
import type { WizardSnapshot } from './step-of.ts'
import type { WizardEvent, WizardInput } from './wizard.ts'

/** The props of every step: the wizard's state, and a function that sends events. */
export interface WizardStepProps {
  snapshot: WizardSnapshot
  send: (event: WizardEvent) => void
}

/** Runs the machine with effects on this page. */
export function useWizard(input: WizardInput, onClose: () => void) {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const machine = connectedMachine.provide({
    actions: {
      'close the wizard': onClose,
      'tell that the check was applied': () => toast({ ...text.check.success, tone: 'success' }),
      'let the other screens look again': () => void queryClient.invalidateQueries(),
      'sign out and go to the sign-in page': () => {
        const accountType = readSession()?.accountType
        if (accountType === 'policyholder') saveForNewLink(input.policyNo)
        signOut()
        // After log-in, agents return to this URL. Policyholders use a link, which has its own target.
        const redirect = `${pathname}${search}${hash}`
        void navigate(accountType === 'agent' ? paths.login({ redirect }) : signInPathFor(accountType), {
          replace: true,
        })
      },
    },
  })
  const wizard = useActorRef(machine, { input })
  return { wizard, snapshot: useSelector(wizard, (snapshot) => snapshot), send: wizard.send }
}
