import {
  DeleteWithConfirmButton,
  type DeleteWithConfirmButtonProps,
  SaveButton,
  Toolbar,
  usePermissions,
} from 'react-admin'

/** The toolbar of a form with a Save and a Remove button. Hidden from read-only users. */
export function EditToolbar(props: Pick<DeleteWithConfirmButtonProps, 'confirmTitle' | 'confirmContent'>) {
  const { permissions: roles = [] } = usePermissions<string[]>()
  if (roles.includes('readonly')) return null
  return (
    <Toolbar sx={{ justifyContent: 'space-between' }}>
      <SaveButton />
      <DeleteWithConfirmButton label="Remove" {...props} />
    </Toolbar>
  )
}
