import { NullableBooleanInput, type NullableBooleanInputProps, SelectInput, type SelectInputProps } from 'react-admin'

/** A select above a list. It shows "All" until the user chooses a value. */
export const SelectFilter = (props: SelectInputProps) => <SelectInput emptyText="All" {...props} />

/** A select for a yes-or-no column above a list. It shows "All" until the user chooses a value. */
export const BooleanFilter = (props: NullableBooleanInputProps) => <NullableBooleanInput nullLabel="All" {...props} />
