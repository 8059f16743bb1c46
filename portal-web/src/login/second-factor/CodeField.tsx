import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import type { ComponentProps } from 'react'

/** What is said of a field that was left empty. */
export const codeNeeded = 'Enter the code'

type CodeFieldProps = Omit<ComponentProps<typeof TextField>, 'label'> & { isNew?: boolean }

/** The code of an app; of one that is set up already also a recovery code. */
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
