/** Texts of the dialogs in which a policyholder changes their contact information (POL-16 to POL-18). */
export const contactText = {
  whyCode:
    'Before you change your contact information, confirm your identity with a code emailed to the address on file.',
  emailIntro: 'The new address applies to all your policies. We will email a code to it.',
  emailOld: (email: string) => `We will notify ${email} of the change.`,
  emailSent: (sentTo: string) => `We emailed a code to ${sentTo}. Enter it to change your email address.`,
  phoneIntro: 'The new number applies to all your policies. Enter it the next time you open a link to your policy.',
  addressIntro: 'We will send letters about this policy to the new address.',
  propertyAddress:
    'This does not change the address of the insured property, which is part of your coverage. Contact your agency to change it.',
}
