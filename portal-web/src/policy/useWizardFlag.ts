import type { PolicyFlag } from '@tideline/web-kit/paths.ts'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { hasFlag } from '../base/hash-flag.ts'

type Start = 'sign' | 'pay'

const flags: Record<Start, PolicyFlag> = { sign: 'signatureAgentModalOpen', pay: 'paymentModalOpen' }

/** What the hash opens: `#signatureAgentModalOpen`, also with a value or among others (`#a=1&paymentModalOpen=true`). */
export function getStart(hash: string): Start | undefined {
  if (hasFlag(hash, flags.sign)) return 'sign'
  return hasFlag(hash, flags.pay) ? 'pay' : undefined
}

/** What the end of the address opens: `/pay` after any policy's address, and the policyholder's `/sign`. */
export const getAction = (pathname: string): Start | undefined => {
  const [, action] = /\/(sign|pay)\/?$/.exec(pathname) ?? []
  return action as Start | undefined
}

/** Back shall not reopen what was closed, and the page behind stays where it was. */
const quietly = { replace: true, preventScrollReset: true }

/** Opens the wizard over the policy page. */
export function useOpenWizard(): (start: Start) => void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return (start) => void navigate({ pathname, search, hash: flags[start] }, { preventScrollReset: true })
}

/**
 * The wizard over the policy page lives in the hash (DOC-9), so that it can be linked to and Back closes it. An
 * address that ends with `/pay` or `/sign` opens it the same way.
 */
export function useWizardFlag() {
  const { pathname, search, hash } = useLocation()
  const action = getAction(pathname)
  const navigate = useNavigate()
  const start = getStart(hash)
  useEffect(() => {
    if (!action) return
    void navigate(
      { pathname: pathname.slice(0, pathname.lastIndexOf(`/${action}`)), search, hash: flags[action] },
      quietly,
    )
  }, [action, navigate, pathname, search])
  return {
    start,
    open: useOpenWizard(),
    close: () => void navigate({ pathname, search, hash: '' }, quietly),
  }
}
