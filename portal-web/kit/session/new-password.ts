/** A new password, typed twice. */
export interface NewPassword {
  newPassword: string
  confirmation: string
}

/** What is wrong with the second typing. */
export const confirmationProblem = ({ newPassword, confirmation }: NewPassword): string | undefined =>
  newPassword === confirmation ? undefined : 'The passwords must match'
