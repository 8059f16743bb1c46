import type { AdminAccount } from '@tideline/sdk'
import { updateAdminAccount } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { DoChosen } from '../tables/DoChosen.tsx'

const switched =
  (isActive: boolean) =>
  ({ id, firstName, lastName, phone, agencyNo, roles }: AdminAccount) =>
    api.call(updateAdminAccount, {
      path: { id },
      body: { firstName, lastName, phone: phone ?? null, agencyNo: agencyNo ?? null, roles, isActive },
    })
const people = (count: number) => (count === 1 ? 'one account' : `${count} accounts`)
const common = { nameOf: ({ email }: AdminAccount) => email }

/** Switches off the accounts that were ticked, or lets them in again. */
export const SwitchChosen = () => (
  <>
    <DoChosen<AdminAccount>
      {...common}
      label="Switch off"
      none="All are switched off"
      may={({ isActive }) => isActive}
      title={(rows) => `Switch off ${people(rows.length)}?`}
      meaning="Their sessions end at once, and nobody logs in by them until they are let in again."
      confirm="Switch off"
      isGrave
      done="switched off"
      act={switched(false)}
    />
    <DoChosen<AdminAccount>
      {...common}
      label="Let in again"
      none="All may log in"
      may={({ isActive }) => !isActive}
      title={(rows) => `Let ${people(rows.length)} log in again?`}
      meaning="They log in with the password that they had."
      confirm="Let in again"
      done="let in"
      act={switched(true)}
    />
  </>
)
