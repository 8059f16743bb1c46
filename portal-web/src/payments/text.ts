import { cardLimitMessage, lenderPays } from '@tideline/sdk/words'

/** The text of the payment screens. The specification prescribes some of it, including the misspelling 'occured'. */
export const paymentText = {
  pay: {
    title: 'Payment',
    lead: 'Please choose your method of payment.',
    alreadyPaid: 'You have already paid for this policy',
    cardOverLimit: cardLimitMessage,
    amount: 'Amount',
    dueNow: 'Amount due',
    next: 'Next amount due',
    all: 'Total balance',
    allDescription: 'Includes amounts that are not due yet.',
    bankValidationFailed:
      'This payment method has failed validation, please check the account and routing number provided.',
    processingFailed: 'There was an issue processing your payment. Please contact support',
    noClientSecret: 'We are unable to collect payment at this time. If this issue persists please contact support.',
    noIntent: (path: string) => `${path} did not return any valid response. Please try a different credit card`,
    cardSetupFailed: 'An unexpected error occured',
    unexpected: 'An unexpected error has occurred',
    outcomeUnknown: 'We haven’t received a response about your payment. Check again. You will not be charged twice.',
    unfinished: 'Your last card payment was not completed. Pay again here. You will not be charged twice.',
    afterDecline: 'Try again, use another card, or pay from a bank account without a fee.',
    notCharged: 'Nothing was charged.',
    /**
     * Label for a lender that pays. Policyholders see "Your mortgage company"; all other users see the recorded name.
     */
    lender: { insured: 'Your mortgage company', others: lenderPays },
    lenderTexts: {
      insured: {
        name: 'Your mortgage company',
        lender: 'your mortgage company',
        sends: (amount: string) =>
          `We will bill your mortgage company ${amount}. You are not charged now. Your policy isn’t paid until your mortgage company pays.`,
        billed: 'Your mortgage company was already billed. Your policy isn’t paid until it pays.',
        bill: (amount: string) => `Bill my mortgage company ${amount}`,
        done: 'Done, bill my mortgage company',
        none: 'There’s no mortgage company on file for this policy. Your agent can add yours.',
      },
      others: {
        name: 'Lienholder',
        lender: 'the mortgage lienholder',
        sends: (amount: string) =>
          `We will bill ${amount} to the mortgage lienholder of this policy. Nothing is charged now. The policy isn’t paid until the lender pays.`,
        billed: 'The mortgage lienholder was already billed. The policy isn’t paid until the lender pays.',
        bill: (amount: string) => `Bill the lienholder ${amount}`,
        done: 'Done, bill the lienholder',
        none: undefined,
      },
    },
    mandate: (brand: string) =>
      `By paying you authorize ${brand} to debit the bank account above for this amount, and for later amounts of this policy that you agree to. You can revoke this at any time by writing to us.`,
  },
  chargedAtOnce: (amount: string, isCard: boolean) =>
    `We will charge the ${amount} due now to the new method immediately${isCard ? ', with a card fee that you see first' : ''}.`,
  held: (amount: string, why: string) => `${amount} is in review. ${why}.`,
  check: {
    success: { title: 'Success', text: 'Check has been applied successfully!' },
    failed: 'There was an error applying this check.',
  },
} as const
