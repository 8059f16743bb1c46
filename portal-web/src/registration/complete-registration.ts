import { paths } from '@tideline/web-kit/paths.ts'
import { signInWithLinkToken } from '@tideline/web-kit/session/sign-in.ts'
import { type LoaderFunctionArgs, replace } from 'react-router'

/**
 * `/agency/registration/completion/?auth=…`: logs in with the emailed token and redirects to the registration. If the
 * link was already used, redirects to the log-in page first.
 */
export async function completeRegistration({ request }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('auth')
  const signedIn = token
    ? await signInWithLinkToken(token).then(
        () => true,
        () => false,
      )
    : false
  return replace(signedIn ? paths.registration() : paths.login({ redirect: paths.registration() }))
}
