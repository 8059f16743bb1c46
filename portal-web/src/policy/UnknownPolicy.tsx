import { paths } from '@tideline/web-kit/paths.ts'
import { usePlaces } from '@tideline/web-kit/screen/places.ts'
import { useSession } from '@tideline/web-kit/session/useSession.ts'
import { ButtonLink } from '@tideline/web-kit/ui/Button.tsx'
import { EmptyState } from '@tideline/web-kit/ui/EmptyState.tsx'

/** Could a policy have this number (decision 1)? By hand, as the contract's schemas would be loaded for it alone. */
export const isPolicyNo = (text: string) => /^[A-Z]{3}3\d{6,9}$/.test(text)

/** A number that leads to no policy: said in words, with the way to look for the right one. */
export function UnknownPolicy({ policyNo }: { policyNo: string }) {
  const places = usePlaces()
  const isInsured = useSession()?.accountType === 'policyholder'
  return (
    <div role="alert">
      <EmptyState
        title={`Hmm... we had an issue loading policy ${policyNo}`}
        text={
          isPolicyNo(policyNo)
            ? isInsured
              ? 'None of your policies has this number. It stands on your declarations page.'
              : 'There is no policy of this number that you may see. Search for it by name or address.'
            : 'A policy number is three letters, a 3 and six digits, like RFL3000101.'
        }
        action={
          isInsured ? (
            <ButtonLink to={paths.policyholderSelect()}>Your policies</ButtonLink>
          ) : (
            <ButtonLink to={places.portal(paths.policies())}>Search policies</ButtonLink>
          )
        }
      />
    </div>
  )
}
