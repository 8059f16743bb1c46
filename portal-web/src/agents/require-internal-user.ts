import { paths } from '@tideline/web-kit/paths.ts'
import { getViewer } from '@tideline/web-kit/session/roles.ts'
import { createRouteGuard } from '@tideline/web-kit/session/route-guard.ts'
import { readSession } from '@tideline/web-kit/session/session.ts'
import { type LoaderFunctionArgs, replace } from 'react-router'

const signedIn = createRouteGuard()

/** Redirects users who are not internal to their profile. */
export async function requireInternalUser(args: LoaderFunctionArgs) {
  await signedIn(args)
  return getViewer(readSession()) === 'internal' ? null : replace(paths.profile())
}
