import type { LoginStart } from '@tideline/sdk'
import { zLoginStart } from '@tideline/sdk/zod'
import { contractResolver } from '@tideline/web-kit/forms/contract-resolver.ts'

export const logInResolver = contractResolver<LoginStart>(zLoginStart, {
  email: 'Enter your email address, like name@example.com',
  password: 'Enter your password',
})
