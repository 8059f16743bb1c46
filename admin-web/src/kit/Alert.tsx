import { type AlertProps, Alert as MuiAlert } from '@mui/material'

/** How screen readers announce a message when it appears: success politely, errors immediately, and others not at all. */
const roles = { error: 'alert', success: 'status', info: 'note', warning: 'note' } as const

/**
 * An inline message. Information that is part of the page is not announced (UI-48). Set `role` for a message that differs
 * from its severity, such as `status` for a warning that appears after an action.
 */
export const Alert = ({ severity = 'info', ...props }: AlertProps) => (
  <MuiAlert role={roles[severity]} severity={severity} {...props} />
)
