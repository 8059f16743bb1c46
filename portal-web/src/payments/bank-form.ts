import { z } from 'zod'
import type { BankAccount } from './payment-method-details.ts'

const weights = [3, 7, 1]

/** Validates the checksum of a US routing number, which catches typos before the payment is sent. */
export const isRoutingNumber = (text: string) =>
  /^\d{9}$/.test(text) &&
  [...text].reduce((sum, digit, place) => sum + Number(digit) * (weights[place % 3] ?? 0), 0) % 10 === 0

export const bankFormSchema: z.ZodType<BankAccount, BankAccount> = z.object({
  payerName: z.string().trim().min(1, 'Enter the name on the account.').max(100),
  email: z.email('Enter an email address, like name@example.com.'),
  routingNumber: z
    .string()
    .regex(/^\d{9}$/, 'Enter the 9 digits of the routing number.')
    .refine(
      (text) => text.length !== 9 || isRoutingNumber(text),
      'That routing number isn’t valid. Check the 9 digits.',
    ),
  accountNumber: z.string().regex(/^\d{4,17}$/, 'Enter the account number, 4 to 17 digits.'),
  accountType: z.enum(['checking', 'savings']),
})
