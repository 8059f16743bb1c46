/**
 * What a new password still lacks, in the sentences of spec 2 §10; none when the contract's pattern takes it. The test
 * beside it holds the two together.
 */
export function passwordProblems(password: string): string[] {
  const problems: [isMissing: boolean, sentence: string][] = [
    [password.length < 8 || password.length > 100, 'Must be 8 to 100 characters long'],
    [!/[^A-Za-z0-9]/.test(password), 'Must contain at least one special character'],
    [!/[A-Z]/.test(password), 'Must contain at least one uppercase character'],
    [!/[a-z]/.test(password), 'Must contain at least one lowercase character'],
    [!/\d/.test(password), 'Must contain at least one digit'],
  ]
  return problems.flatMap(([isMissing, sentence]) => (isMissing ? [sentence] : []))
}

/** A new password, typed twice. */
export interface NewPassword {
  newPassword: string
  confirmation: string
}

/** What is wrong with the second typing. */
export const confirmationProblem = ({ newPassword, confirmation }: NewPassword): string | undefined =>
  newPassword === confirmation ? undefined : 'The passwords must match'
