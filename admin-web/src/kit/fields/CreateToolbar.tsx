import { SaveButton, Toolbar } from 'react-admin'

/** The toolbar of the form for a new record. The button names the action, for example "Create agency". */
export const CreateToolbar = ({ label }: { label: string }) => (
  <Toolbar>
    <SaveButton label={label} alwaysEnable />
  </Toolbar>
)
