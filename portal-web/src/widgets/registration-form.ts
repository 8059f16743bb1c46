import type { WidgetRegistration, WidgetRegistrationWrite } from '@tideline/sdk'

export type LogoAlignment = 'center' | 'right'

/** Values of the registration form. An empty string means that the value is not set. */
export interface RegistrationForm {
  name: string
  email: string
  phone: string
  website: string
  isEmailForLeads: boolean
  logo: string
  align: LogoAlignment
  disclosure: string
  source: string
}

/** Returns the logo alignment from a format string, or center if it contains none (AGY-4). */
export function parseLogoAlignment(format: string): LogoAlignment {
  try {
    return (JSON.parse(format) as { align?: unknown } | null)?.align === 'right' ? 'right' : 'center'
  } catch {
    return 'center'
  }
}

export const toRegistrationForm = (registration: WidgetRegistration | undefined): RegistrationForm => ({
  name: registration?.Name ?? '',
  email: registration?.ReferralEmail ?? '',
  phone: registration?.ReferralPhone ?? '',
  website: registration?.ReferralWebsite ?? '',
  isEmailForLeads: registration?.UseReferralEmailOnLeads ?? false,
  logo: registration?.Logo ?? '',
  align: parseLogoAlignment(registration?.Format ?? ''),
  disclosure: registration?.Disclosure ?? '',
  source: registration?.Source ?? '',
})

const orNull = (typed: string) => typed.trim() || null

/** Builds the registration request. A new registration has index -1 and no Id. */
export const buildRegistrationRequest = (
  agentNo: string,
  form: RegistrationForm,
  before: WidgetRegistration | undefined,
  index: number,
) =>
  ({
    ...(before && { Id: before.Id }),
    AgentNo: agentNo,
    ...(form.name.trim() && { Name: form.name.trim() }),
    Format: JSON.stringify({ align: form.align }),
    Logo: orNull(form.logo),
    Disclosure: orNull(form.disclosure),
    ReferralEmail: form.email.trim(),
    ReferralPhone: form.phone,
    ReferralWebsite: orNull(form.website),
    UseReferralEmailOnLeads: form.isEmailForLeads,
    Source: orNull(form.source),
    agentNo,
    index: before ? index : -1,
  }) satisfies WidgetRegistrationWrite

/** Checks whether the text is a website URL, with the same rules as the server. */
export function isWebsiteUrl(typed: string): boolean {
  const url = URL.parse(typed.trim())
  const isSite = url?.protocol === 'https:' || url?.protocol === 'http:'
  return isSite && url.hostname.includes('.') && url.username === '' && url.password === ''
}

/** Image types that the server accepts for a logo. */
export const logoMediaTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
const logoBytesAtMost = 100_000

/** Returns why a file cannot be used as a logo, or undefined if it can. */
export function validateLogo({ type, size }: Pick<File, 'type' | 'size'>): string | undefined {
  if (!logoMediaTypes.includes(type)) return 'Choose an image: PNG, JPEG, GIF or WebP.'
  return size > logoBytesAtMost ? 'The image can have at most 100 kB.' : undefined
}
