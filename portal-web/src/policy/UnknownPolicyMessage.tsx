import { paths } from '@tideline/web-kit/paths.ts'
import { usePolicyPagePaths } from '@tideline/web-kit/screen/policy-page-paths.ts'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { useSession } from '@tideline/web-kit/session/useSession.ts'
import { Button, ButtonLink } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useNavigate } from 'react-router'
import { isPolicyNo } from '../base/is-policy-no.ts'
import './policy.css'

/** Form that searches for policies. In the back office, it opens the search in the portal. */
function Search() {
  const navigate = useNavigate()
  const list = usePolicyPagePaths().portal(paths.policies())
  return (
    <search>
      <form
        className="unknown-policy-search"
        action={list}
        onSubmit={(event) => {
          if (!list.startsWith('/')) return
          event.preventDefault()
          const typed = String(new FormData(event.currentTarget).get('search') ?? '').trim()
          void navigate(typed ? `${list}?${new URLSearchParams({ search: typed })}` : list)
        }}
      >
        <TextField
          name="search"
          label="Policy, name or address"
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit">Search policies</Button>
      </form>
    </search>
  )
}

/** Explains that no policy has this number and offers the search. */
export function UnknownPolicyMessage({ policyNo }: { policyNo: string }) {
  usePageTitle(`Policy ${policyNo}`)
  const isInsured = useSession()?.accountType === 'policyholder'
  return (
    <Card className="unknown-policy stack">
      <div role="alert" className="stack-tight">
        <h1>Hmm... we had an issue loading policy {policyNo}</h1>
        <p>
          {isPolicyNo(policyNo)
            ? isInsured
              ? 'None of your policies has this number. You’ll find it on your declarations page.'
              : 'We can’t find that policy. Check the number, or search by name or address.'
            : 'A policy number has three letters followed by a 3 and six digits, such as RFL3000101.'}
        </p>
      </div>
      {isInsured ? (
        <div className="row">
          <ButtonLink to={paths.policyholderSelect()}>Your policies</ButtonLink>
        </div>
      ) : (
        <Search />
      )}
    </Card>
  )
}
