/** The text of the lienholder editor (END-6). */
export const lienholderText = {
  missing: 'Please fill out the missing fields.',
  endorsementError: 'There was an error creating an endorsement to edit the Lienholder.',
  failed: 'There was an error updating this Lienholder.',
  success: 'Lienholder updated successfully!',
  billed:
    'This lender is billed. If you enter another lender or loan, the open amounts are billed again and are due at least 30 days later.',
  confirm: 'Changing a lienholder creates an endorsement. It is bound when you save.',
} as const
