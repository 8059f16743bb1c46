import type { LoginRequest } from '@tideline/sdk'
import { zLoginRequest } from '@tideline/sdk/zod'
import { contractResolver } from '@tideline/web-kit/forms/contract-resolver.ts'

export const resolver = contractResolver<LoginRequest>(zLoginRequest, {
  email: 'Enter your email address, like name@example.com',
  password: 'Enter your password',
})
