import type { NoteCatalogue, PolicyNoteCreate } from '@tideline/sdk'

export type CallerType = NoteCatalogue['callerTypes'][number]['type']

/** Values of the note form. The fields after `isPrivate` are used only for call logs. */
export interface NoteFormValues {
  type: 'note' | 'callLog'
  body: string
  isPrivate: boolean
  isInbound: boolean | undefined
  callerType: CallerType | undefined
  organization: string
  callerName: string
  callerPhone: string
  tags: readonly string[]
}

export const emptyNoteEntry: NoteFormValues = {
  type: 'note',
  body: '',
  isPrivate: false,
  isInbound: undefined,
  callerType: undefined,
  organization: '',
  callerName: '',
  callerPhone: '',
  tags: [],
}

export const allFieldsRequiredText = '* All fields are required.'
export const invalidPhoneText = 'Please enter a valid phone number'

export const isPhoneNumber = (text: string) => /^\d{3}-\d{3}-\d{4}$/.test(text)

/** Returns why an entry cannot be submitted. A note requires only text; a call log requires all fields (NOTE-2). */
export function validateNoteEntry(entry: NoteFormValues): string | undefined {
  const body = entry.body.trim()
  if (entry.type === 'note') return body ? undefined : 'Enter a note.'
  const hasAll =
    body !== '' &&
    entry.isInbound !== undefined &&
    entry.callerType !== undefined &&
    entry.callerName.trim() !== '' &&
    isPhoneNumber(entry.callerPhone) &&
    entry.tags.length > 0 &&
    (entry.callerType === 'insured' || entry.organization.trim() !== '')
  return hasAll ? undefined : allFieldsRequiredText
}

/**
 * Converts the form values to a request. Stores the caller of a call log as JSON, and joins the tags with `, `
 * (NOTE-2).
 */
export function toNoteRequest(policyNo: string, entry: NoteFormValues): PolicyNoteCreate {
  const common = { policyNo, noteBody: entry.body.trim(), isNotePrivate: entry.isPrivate, type: entry.type }
  if (entry.type === 'note') return { ...common, meta: null, reason: null }
  const caller = {
    IsInboundCall: entry.isInbound,
    CallerType: entry.callerType,
    OrganizationName: entry.callerType === 'insured' ? '' : entry.organization.trim(),
    CallerName: entry.callerName.trim(),
    CallerPhone: entry.callerPhone,
  }
  return { ...common, meta: JSON.stringify(caller), reason: entry.tags.join(', ') }
}

interface Caller {
  IsInboundCall?: boolean
  CallerType?: string
  OrganizationName?: string
  CallerName?: string
  CallerPhone?: string
}

/** Describes the caller in one line. Returns an empty string if the metadata is unreadable. */
export function describeCaller(meta: string | null): string {
  try {
    const { IsInboundCall, CallerType, OrganizationName, CallerName, CallerPhone } = JSON.parse(meta ?? '{}') as Caller
    const who = [CallerName, OrganizationName, CallerPhone].filter(Boolean).join(', ')
    return [IsInboundCall ? 'Call from' : 'Call to', CallerType, who].filter(Boolean).join(' ')
  } catch {
    return ''
  }
}
