import {
  createButton,
  createFactList,
  createHeading,
  createIgnoreNote,
  createNote,
  createParagraph,
} from '../blocks.ts'
import { defineEmail } from '../define-email.ts'
import { samplePolicy, sampleTime } from '../sample-values.ts'

interface Values {
  firstName: string
  policyNo: string
  address: string
  link: string
  expiresAt: string
}

export const policyholderLinkEmail = defineEmail<Values>({
  audience: 'policyholder',
  version: 3,
  subject: 'Your link to policy {{policyNo}}',
  preview: 'Open your policy with this link by {{expiresAt|moment}}.',
  blocks: [
    createHeading('Your policy, {{firstName}}'),
    createParagraph('Here is the link to your policy.'),
    createFactList(['Policy', '{{policyNo}}'], ['Property', '{{address}}']),
    createButton('Open my policy', '{{link}}'),
    createNote(
      'The link is valid until {{expiresAt|moment}} and is only for you. You will be asked for your phone number and ZIP code.',
    ),
    createIgnoreNote(),
  ],
  sample: { ...samplePolicy, expiresAt: sampleTime },
})
