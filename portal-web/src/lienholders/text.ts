/** The text of the lienholder editor (END-6). */
export const lienholderText = {
  missing: 'Please fill out the missing fields.',
  endorsementError: 'There was an error creating an endorsement to edit the Lienholder.',
  failed: 'There was an error updating this Lienholder.',
  success: 'Lienholder updated successfully!',
  confirm: 'Changing a lienholder creates an endorsement. It is bound when you save.',
} as const
