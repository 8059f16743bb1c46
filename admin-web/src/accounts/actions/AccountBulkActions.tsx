import type { AdminAccount } from '@tideline/sdk'
import { updateAdminAccount } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { BulkActionButton } from '../../kit/tables/BulkActionButton.tsx'

const setActive =
  (isActive: boolean) =>
  ({ id, firstName, lastName, phone, agencyNo, roles }: AdminAccount) =>
    api.call(updateAdminAccount, {
      path: { id },
      body: { firstName, lastName, phone: phone ?? null, agencyNo: agencyNo ?? null, roles, isActive },
    })
/** Names one account, or counts several. */
const formatAccounts = (rows: readonly AdminAccount[]) =>
  rows.length === 1 ? rows[0]?.email : `${rows.length} accounts`
const common = { nameOf: ({ email }: AdminAccount) => email }

/** Buttons that deactivate or reactivate the selected accounts. */
export const AccountBulkActions = () => (
  <>
    <BulkActionButton<AdminAccount>
      {...common}
      label="Deactivate"
      disabledReason="Select an active account."
      canSelect={({ isActive }) => isActive}
      title={(rows) => `Deactivate ${formatAccounts(rows)}?`}
      description="Their sessions end immediately, and they cannot log in until they are reactivated."
      submitLabel="Deactivate"
      danger
      done="deactivated"
      act={setActive(false)}
    />
    <BulkActionButton<AdminAccount>
      {...common}
      label="Reactivate"
      disabledReason="Select an inactive account."
      canSelect={({ isActive }) => !isActive}
      title={(rows) => `Reactivate ${formatAccounts(rows)}?`}
      description="They can log in with their existing password."
      submitLabel="Reactivate"
      done="reactivated"
      act={setActive(true)}
    />
  </>
)
