import type { LoginCredentials } from '@tideline/sdk'
import { zLoginCredentials } from '@tideline/sdk/zod'
import { contractResolver } from '@tideline/web-kit/forms/contract-resolver.ts'

export const logInResolver = contractResolver<LoginCredentials>(zLoginCredentials, {
  email: 'Enter your email address, like name@example.com',
  password: 'Enter your password',
})
