/** A new password and its confirmation. */
export interface NewPassword {
  newPassword: string
  confirmation: string
}

/** Returns the error message for the confirmation, if any. */
export const getConfirmationError = ({ newPassword, confirmation }: NewPassword): string | undefined =>
  newPassword === confirmation ? undefined : 'The passwords must match'
