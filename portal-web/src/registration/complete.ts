import { paths } from '@tideline/web-kit/paths.ts'
import { signInWithLinkToken } from '@tideline/web-kit/session/sign-in.ts'
import { type LoaderFunctionArgs, replace } from 'react-router'

/**
 * `/agency/registration/completion/?auth=…`: signs in with the token of the mail and goes on to the registration. A link that
 * was used leads to the log-in, which leads on to it.
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
