/** A new password and its confirmation. */
export interface NewPassword {
  newPassword: string
  confirmation: string
}

/** Returns an error message if the two passwords differ. */
export const getConfirmationError = ({ newPassword, confirmation }: NewPassword): string | undefined =>
  newPassword === confirmation ? undefined : 'The passwords must match'
