import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import type { ComponentProps } from 'react'

/** The error message of an empty code field. */
export const missingCodeText = 'Enter the code'

type CodeFieldProps = Omit<ComponentProps<typeof TextField>, 'label'> & { isNew?: boolean }

/** The field for an authenticator code. Also accepts a recovery code, except while a new device is set up. */
export const CodeField = ({ isNew = false, ...field }: CodeFieldProps) => (
  <TextField
    label="Code"
    autoComplete="one-time-code"
    inputMode={isNew ? 'numeric' : 'text'}
    autoCapitalize="none"
    spellCheck={false}
    maxLength={40}
    help={
      isNew
        ? 'The six-digit code from your authenticator app'
        : 'The six-digit code from your authenticator app, or a recovery code'
    }
    {...field}
  />
)
