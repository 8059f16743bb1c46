import { paths } from '@tideline/web-kit/paths.ts'
import { guard } from '@tideline/web-kit/session/guard.ts'
import { getViewer } from '@tideline/web-kit/session/roles.ts'
import { readSession } from '@tideline/web-kit/session/session.ts'
import { type LoaderFunctionArgs, replace } from 'react-router'

const signedIn = guard()

/** Allows internal users and redirects others to their profile. */
export async function forStaff(args: LoaderFunctionArgs) {
  await signedIn(args)
  return getViewer(readSession()) === 'internal' ? null : replace(paths.profile())
}
