import { useQuery } from '@tanstack/react-query'
import { getProfileOptions } from '@tideline/sdk/query'
import { paths } from '@tideline/web-kit/paths.ts'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { getRoles } from '@tideline/web-kit/session/roles.ts'
import { useSession } from '@tideline/web-kit/session/useSession.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useForm } from 'react-hook-form'
import { useNavigate, useParams } from 'react-router'
import { LeadsCard } from './LeadsCard.tsx'
import { getRegistrationsQuery } from './registrations-query.ts'
import { WidgetRegistrationList } from './WidgetRegistrationList.tsx'
import './widgets.css'

/** Form that opens another agency by its number. Agents can open a sub-agency, and staff any agency. */
function AgencyForm({ agencyNo }: { agencyNo: string | undefined }) {
  const navigate = useNavigate()
  const { register, handleSubmit, formState } = useForm({ mode: 'onBlur', defaultValues: { agencyNo: agencyNo ?? '' } })
  return (
    <form
      className="widgets-agency"
      noValidate
      onSubmit={handleSubmit((form) => navigate(paths.widgets(form.agencyNo.trim())))}
    >
      <TextField
        label="Agency number"
        inputMode="numeric"
        maxLength={10}
        error={formState.errors.agencyNo?.message}
        {...register('agencyNo', {
          validate: (typed) => /^\d{4,10}$/.test(typed.trim()) || 'Use the digits of the agency number, like 100100',
        })}
      />
      <Button type="submit" variant="secondary">
        Show
      </Button>
    </form>
  )
}

/** Page with the quote widgets and leads of the user's agency or a sub-agency. Staff can view any agency. */
export function WidgetsPage() {
  usePageTitle('Quote widgets')
  const isReadonly = getRoles(useSession()).has('readonly')
  const named = useParams().agencyNo
  const profile = useQuery({
    ...getProfileOptions({ client: api.client }),
    enabled: !named,
    meta: { errors: 'inline' },
  })
  const isProfilePending = named === undefined && profile.isPending
  const agencyNo = named ?? profile.data?.payload.agent?.agentNo
  const isListPending = useQuery({
    ...getRegistrationsQuery(agencyNo ?? ''),
    enabled: agencyNo !== undefined,
  }).isPending
  return (
    <div className="stack">
      <h1>Quote widgets</h1>
      <p className="muted">Add a box to the agency’s website where visitors request a quote.</p>
      {named === undefined && (
        <QueryState
          query={profile}
          height={72}
          label="Loading your profile"
          problem="Your profile could not be loaded"
        />
      )}
      {!isProfilePending && <AgencyForm key={agencyNo} agencyNo={agencyNo} />}
      {agencyNo && (
        <>
          <WidgetRegistrationList key={`of ${agencyNo}`} agentNo={agencyNo} isReadonly={isReadonly} />
          {/* Appears below the list, whose height is not known until it has loaded (UI-30). Loads at the same time. */}
          <div hidden={isListPending}>
            <LeadsCard key={`leads of ${agencyNo}`} agencyNo={agencyNo} />
          </div>
        </>
      )}
    </div>
  )
}
