import type { AdminAccount } from '@tideline/sdk'
import { updateAdminAccount } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { BulkActionButton } from '../tables/BulkActionButton.tsx'

const switched =
  (isActive: boolean) =>
  ({ id, firstName, lastName, phone, agencyNo, roles }: AdminAccount) =>
    api.call(updateAdminAccount, {
      path: { id },
      body: { firstName, lastName, phone: phone ?? null, agencyNo: agencyNo ?? null, roles, isActive },
    })
const people = (count: number) => (count === 1 ? 'one account' : `${count} accounts`)
const common = { nameOf: ({ email }: AdminAccount) => email }

/** Buttons that deactivate or reactivate the selected accounts. */
export const SwitchChosen = () => (
  <>
    <BulkActionButton<AdminAccount>
      {...common}
      label="Switch off"
      none="All are deactivated"
      may={({ isActive }) => isActive}
      title={(rows) => `Switch off ${people(rows.length)}?`}
      meaning="Their sessions end immediately, and they cannot log in until they are reactivated."
      confirm="Switch off"
      isGrave
      done="switched off"
      act={switched(false)}
    />
    <BulkActionButton<AdminAccount>
      {...common}
      label="Reactivate"
      none="All are active"
      may={({ isActive }) => !isActive}
      title={(rows) => `Let ${people(rows.length)} log in again?`}
      meaning="They can log in with their existing password."
      confirm="Reactivate"
      done="let in"
      act={switched(true)}
    />
  </>
)
