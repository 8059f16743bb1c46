import type { PolicyHashFlag } from '@tideline/web-kit/paths.ts'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { hasHashFlag } from '../base/hash-flag.ts'

type Start = 'sign' | 'pay'

const flags: Record<Start, PolicyHashFlag> = { sign: 'signatureAgentModalOpen', pay: 'paymentModalOpen' }

/**
 * Returns the wizard step for a URL hash. The flag can have a value and can appear beside other flags, as in
 * `#a=1&paymentModalOpen=true`.
 */
export function getWizardStepFromHash(hash: string): Start | undefined {
  if (hasHashFlag(hash, flags.sign)) return 'sign'
  return hasHashFlag(hash, flags.pay) ? 'pay' : undefined
}

/** Returns the wizard step at the end of the path: `/pay` after any policy path, or `/sign` for policyholders. */
export const getWizardStepFromPath = (pathname: string): Start | undefined => {
  const [, action] = /\/(sign|pay)\/?$/.exec(pathname) ?? []
  return action as Start | undefined
}

/**
 * Navigation options that keep the scroll position and replace the history entry. Back then does not reopen a closed
 * wizard.
 */
const replaceInPlace = { replace: true, preventScrollReset: true }

/** Returns a function that opens the wizard over the policy page. */
export function useOpenWizard(): (start: Start) => void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return (start) => void navigate({ pathname, search, hash: flags[start] }, { preventScrollReset: true })
}

/**
 * Opens and closes the wizard over the policy page according to the URL hash (DOC-9). This lets users link to the
 * wizard and close it with Back. A path that ends with `/pay` or `/sign` also opens it.
 */
export function useWizardHashFlag() {
  const { pathname, search, hash } = useLocation()
  const action = getWizardStepFromPath(pathname)
  const navigate = useNavigate()
  const start = getWizardStepFromHash(hash)
  useEffect(() => {
    if (!action) return
    void navigate(
      { pathname: pathname.slice(0, pathname.lastIndexOf(`/${action}`)), search, hash: flags[action] },
      replaceInPlace,
    )
  }, [action, navigate, pathname, search])
  return {
    start,
    open: useOpenWizard(),
    close: () => void navigate({ pathname, search, hash: '' }, replaceInPlace),
  }
}
