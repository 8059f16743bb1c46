import { CreateButton, FilterButton, TopToolbar, usePermissions } from 'react-admin'

/** Above a list: more filters, and the way to a new row for who may write. */
export function ListActions({ create }: { create: string }) {
  const { permissions: roles = [] } = usePermissions<string[]>()
  return (
    <TopToolbar>
      <FilterButton />
      {roles.includes('readonly') ? null : <CreateButton label={create} />}
    </TopToolbar>
  )
}
