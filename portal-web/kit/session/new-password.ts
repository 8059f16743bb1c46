/** A new password and its confirmation. */
export interface NewPassword {
  newPassword: string
  confirmation: string
}

/** Returns the error of the confirmation, if there is one. */
export const getConfirmationError = ({ newPassword, confirmation }: NewPassword): string | undefined =>
  newPassword === confirmation ? undefined : 'The passwords must match'
